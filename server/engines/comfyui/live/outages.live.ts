import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { isTerminal } from '@contract/jobs/lifecycle';
import type { Job } from '@contract/jobs/schemas';
import { createApp, type App } from '../../../app';
import { systemClock } from '../../../clock';
import { silentLogger } from '../../../log';
import { FileBlobs } from '../../../storage/file-blobs';
import { createMemoryDeps } from '../../../testing/memory-deps';
import { ComfyuiEngine } from '../comfyui-engine';
import { liveUrl } from './live-engine';
import { LiveServer } from './live-server';

/**
 * `npm run test:live -- --comfyui URL --start "command"`: kills a real ComfyUI five times while the gateway works off
 * fifty jobs.
 */

const command = process.env['FLOWDECK_LIVE_START'];
const ORIGIN = 'http://127.0.0.1:8189';
const JOBS = 50;
const KILLS = 5;
/** Between a start and the next kill, so that there is always something to lose. */
const UPTIME_MS = 2000;

describe.skipIf(command === undefined)('fifty jobs on a real ComfyUI that is killed five times', () => {
  const server = new LiveServer(command ?? '');
  const batch = randomUUID().slice(0, 8);
  let dir: string;
  let app: App;
  let engine: ComfyuiEngine;

  beforeAll(async () => {
    await server.start();
    dir = await mkdtemp(join(tmpdir(), 'flowdeck-outages-'));
    const blobs = await FileBlobs.open(join(dir, 'blobs'));
    engine = new ComfyuiEngine({ url: liveUrl(), workDir: blobs.workDir, stateDir: dir, log: silentLogger });
    app = createApp({ ...(await createMemoryDeps({ blobs }, systemClock)), engine });
    await app.start();
  }, 120_000);
  afterAll(async () => {
    await app.close();
    await server.kill();
    await rm(dir, { recursive: true, force: true });
  });

  it('all reach a true end, none is done without its output, and none runs twice', { timeout: 900_000 }, async () => {
    const ids: string[] = [];
    for (let index = 0; index < JOBS; index += 1) ids.push(await submit(index));
    for (let kill = 0; kill < KILLS; kill += 1) {
      await vi.waitFor(() => expect(engine.health().isReady).toBe(true), { timeout: 120_000, interval: 50 });
      await new Promise((resolve) => setTimeout(resolve, UPTIME_MS));
      await server.kill();
      await server.start();
    }
    const jobs = [];
    for (const id of ids) jobs.push(await ended(id));
    const done = jobs.filter(({ status }) => status === 'succeeded');
    const lost = jobs.filter(({ status }) => status !== 'succeeded');
    process.stdout.write(`\n${done.length} done, ${lost.length} lost in ${KILLS} kills\n`);
    // ComfyUI counts the files of a prefix: a second run of a job would have made its second file.
    expect(done.map(({ outputs }) => outputs.map(({ name }) => name))).toEqual(
      done.map((job) => [`${ids.indexOf(job.id)}_00001_.png`]),
    );
    expect(lost.map(({ status, error }) => [status, error?.code])).toEqual(lost.map(() => ['failed', 'engine_lost']));
    expect(lost.length).toBeLessThanOrEqual(KILLS);
  });

  async function submit(index: number): Promise<string> {
    const workflow = {
      1: { class_type: 'EmptyImage', inputs: { width: 512, height: 512, batch_size: 1, color: index * 1000 } },
      2: {
        class_type: 'ImageScale',
        inputs: { image: ['1', 0], upscale_method: 'lanczos', width: 1000, height: 1000, crop: 'disabled' },
      },
      4: { class_type: 'SaveImage', inputs: { images: ['2', 0], filename_prefix: `outage-${batch}/${index}` } },
    };
    const response = await app.fetch(
      new Request(`${ORIGIN}/api/v2/jobs`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
        body: JSON.stringify({ workflow }),
      }),
    );
    expect(response.status).toBe(201);
    return ((await response.json()) as Job).id;
  }

  async function ended(id: string): Promise<Job> {
    return vi.waitFor(
      async () => {
        const job = (await (await app.fetch(new Request(`${ORIGIN}/api/v2/jobs/${id}`))).json()) as Job;
        expect(isTerminal(job.status)).toBe(true);
        return job;
      },
      { timeout: 300_000, interval: 100 },
    );
  }
});
