import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ComfyClient } from '../client/comfy-client';
import { fetchOutputFile, OutputTooSlow } from './output-files';

const MINUTE = 60_000;
const FILE = { filename: 'a.png', subfolder: '', folder: 'output' } as const;

let workDir = '';
beforeEach(async () => {
  workDir = await mkdtemp(join(tmpdir(), 'flowdeck-output-'));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(async () => {
  vi.useRealTimers();
  await rm(workDir, { recursive: true });
});

/** Sends `count` bytes, one every 30 s: never silent long enough to count as stalled. */
class SlowClient implements Pick<ComfyClient, 'view'> {
  /** `true` while it waits for its next byte; `false` while the last one is processed, in real time. */
  isWaiting = false;
  readonly #count: number;

  constructor(count: number) {
    this.#count = count;
  }

  async view(_file: unknown, signal: AbortSignal): Promise<Response> {
    let sent = 0;
    const source: UnderlyingDefaultSource<Uint8Array> = {
      start: (controller) => signal.addEventListener('abort', () => controller.error(signal.reason)),
      pull: async (controller) => {
        this.isWaiting = true;
        await new Promise((resolve) => {
          setTimeout(resolve, MINUTE / 2);
        });
        this.isWaiting = false;
        if (signal.aborted) return;
        sent += 1;
        controller.enqueue(new Uint8Array(1));
        if (sent === this.#count) controller.close();
      },
    };
    return new Response(new ReadableStream(source, { highWaterMark: 0 }));
  }
}

/** Returns the minutes of the fake clock until the fetch ends; at most 60. */
async function fetchSlowly(count: number, maxBytes: number) {
  const outcomes: unknown[] = [];
  const client = new SlowClient(count);
  const signal = new AbortController().signal;
  const fetched = fetchOutputFile(client as unknown as ComfyClient, FILE, { workDir, maxBytes, signal });
  fetched.then(
    (file) => outcomes.push(file),
    (error: unknown) => outcomes.push(error),
  );
  let passed = 0;
  while (outcomes.length === 0 && passed < 60 * MINUTE) {
    if (client.isWaiting) {
      vi.advanceTimersByTime(1000);
      passed += 1000;
    }
    await nextTurn();
  }
  return { outcome: outcomes[0], minutes: passed / MINUTE };
}

it('aborts a download that is too slow to finish in time, and leaves no file', async () => {
  const { outcome, minutes } = await fetchSlowly(Infinity, 100 * 1024 ** 2);
  expect(outcome).toBeInstanceOf(OutputTooSlow);
  // 100 MiB at the slowest rate.
  expect(minutes).toBeGreaterThan(4);
  expect(minutes).toBeLessThan(10);
  expect(await readdir(workDir)).toEqual([]);
});

it('accepts a slow download that finishes in time', async () => {
  const { outcome } = await fetchSlowly(3, 100 * 1024 ** 2);
  expect(outcome).toMatchObject({ contentType: 'image/png' });
  expect(await readdir(workDir)).toHaveLength(1);
});
