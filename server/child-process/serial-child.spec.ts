import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { VirtualClock } from '../testing/virtual-clock';
import { SerialChild } from './serial-child';

/** Responds with its process id or not at all. The spec of the thumbnailer covers the rest. */
const CHILD = `
process.on('disconnect', () => process.exit(0));
process.on('message', ({ id, input }) => {
  if (input === 'pid') process.send({ id, output: process.pid });
});
`;

let dir: string;
const open: SerialChild<string, number>[] = [];

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'flowdeck-serial-'));
  await writeFile(join(dir, 'child.mjs'), CHILD);
});
afterEach(() => Promise.all(open.splice(0).map((child) => child.close())));
afterAll(() => rm(dir, { recursive: true, force: true }));

function start() {
  const child = new SerialChild<string, number>({
    script: join(dir, 'child.mjs'),
    clock: new VirtualClock(),
    idleMs: 30_000,
    timeoutMs: 30_000,
    maxHeapMb: 64,
    maxMemoryMb: 256,
    name: 'helper',
    taskName: 'task',
  });
  open.push(child);
  return child;
}

describe('an aborted request', () => {
  it('kills the process that works on it, and the next request starts another', async () => {
    const child = start();
    const before = await child.ask('pid');
    const abort = new AbortController();
    const given = child.ask('hang', abort.signal);
    const next = child.ask('pid');
    abort.abort();
    await expect(given).rejects.toThrow('The task was given up');
    expect(await next).not.toBe(before);
  });

  it('does not affect the process while it is queued', async () => {
    const child = start();
    const first = child.ask('pid');
    const abort = new AbortController();
    const waiting = child.ask('hang', abort.signal);
    abort.abort();
    await expect(waiting).rejects.toThrow('The task was given up');
    expect(await child.ask('pid')).toBe(await first);
  });

  it('is not sent if it was aborted before', async () => {
    await expect(start().ask('pid', AbortSignal.abort())).rejects.toThrow('The task was given up');
  });
});
