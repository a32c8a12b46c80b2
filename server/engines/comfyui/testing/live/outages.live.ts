import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { isTerminal } from '@contract/jobs/lifecycle';
import type { Job } from '@contract/jobs/schemas';
import { createApp, type App } from '../../../../app';
import { systemClock } from '../../../../clock';
import { comfyuiPool } from '../../../../platform/engine-choice';
import { silentLogger } from '../../../../log';
import { FileBlobs } from '../../../../storage/files/file-blobs';
import { createMemoryDeps } from '../../../../testing/memory-deps';
import type { EnginePool } from '../../../engine-pool';
import { markedGraph } from './live-graphs';
import { liveServers, type LiveServer } from './live-server';

/**
 * `npm run test:live -- --comfyui URL --start "command"`, both options once or twice: kills each ComfyUI five times while the
 * gateway runs fifty jobs. Several servers need separate output folders.
 */

const ORIGIN = 'http://127.0.0.1:8189';
const JOBS = 50;
const KILLS = 5;
/** Time between a start and the next kill, so that jobs are always running. */
const UPTIME_MS = 2000;
/** Enough work for a job to be running when ComfyUI is killed, and for jobs to remain at the last kill. */
const STEPS = 3;

const servers = liveServers();

describe.skipIf(servers.length === 0)('fifty jobs on real ComfyUI servers that are killed five times each', () => {
  const prefix = `outage-${randomUUID().slice(0, 8)}`;
  let dir: string;
  let app: App;
  let pool: EnginePool;

  beforeAll(async () => {
    await Promise.all(servers.map((server) => server.start()));
    dir = await mkdtemp(join(tmpdir(), 'flowdeck-outages-'));
    const blobs = await FileBlobs.open(join(dir, 'blobs'));
    const named = servers.map(({ url }, index) => ({ name: nameOf(index), url }));
    pool = comfyuiPool(named, { blobs, stateDir: dir, log: silentLogger }, null);
    await pool.look();
    app = createApp({ ...(await createMemoryDeps({ blobs }, systemClock)), engine: pool });
    await app.start();
  }, 120_000);
  afterAll(async () => {
    await app.close();
    await Promise.all(servers.map((server) => server.kill()));
    await rm(dir, { recursive: true, force: true });
  });

  it(
    'all reach a true end, none is done without its outputs, and none runs twice',
    { timeout: 1_800_000 },
    async () => {
      const ids: string[] = [];
      for (let index = 0; index < JOBS; index += 1) ids.push(await submit(index));
      await Promise.all(servers.map(killOften));
      const jobs = [];
      for (const id of ids) jobs.push(await finished(id));
      const done = jobs.filter(({ status }) => status === 'succeeded');
      const lost = jobs.filter(({ status }) => status !== 'succeeded');
      const ran = servers.map((_server, index) => done.filter(({ engine }) => engine === nameOf(index)).length);
      const kills = KILLS * servers.length;
      process.stdout.write(`\n${done.length} done (${ran.join(' and ')}), ${lost.length} lost in ${kills} kills\n`);
      expect(ran.every((count) => count > 0)).toBe(true);
      expect(lost.map(({ status, error }) => [status, error?.code])).toEqual(lost.map(() => ['failed', 'engine_lost']));
      expect(lost.length).toBeLessThanOrEqual(kills);
      for (const job of done) {
        const index = ids.indexOf(job.id);
        const names = job.outputs.map(({ name }) => name);
        expect(names.toSorted()).toEqual([`${index}_00001_.png`, `begun-${index}_00001_.png`]);
        expect(await begunAt(index)).toEqual([job.engine]);
      }
      for (const { id } of lost) expect((await begunAt(ids.indexOf(id))).length).toBeLessThanOrEqual(1);
    },
  );

  async function killOften(server: LiveServer, index: number): Promise<void> {
    for (let kill = 0; kill < KILLS; kill += 1) {
      const isAtWork = () =>
        expect(pool.engines()[index]).toMatchObject({ comfyui: { state: 'here' }, jobs: { length: 1 } });
      await vi.waitFor(isAtWork, { timeout: 120_000, interval: 50 });
      await setTimeout(UPTIME_MS);
      await vi.waitFor(isAtWork, { timeout: 10_000, interval: 1 });
      await server.kill();
      await server.start();
    }
  }

  async function submit(index: number): Promise<string> {
    const workflow = markedGraph(prefix, String(index), STEPS);
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

  async function finished(id: string): Promise<Job> {
    return vi.waitFor(
      async () => {
        const job = (await (await app.fetch(new Request(`${ORIGIN}/api/v2/jobs/${id}`))).json()) as Job;
        expect(isTerminal(job.status)).toBe(true);
        return job;
      },
      { timeout: 600_000, interval: 100 },
    );
  }

  /** Lists a server once per time it started the job: ComfyUI numbers the files of a prefix. */
  async function begunAt(job: number): Promise<string[]> {
    const positions: string[] = [];
    for (const [index, { url }] of servers.entries()) {
      for (const count of ['00001', '00002']) {
        const query = new URLSearchParams({ filename: `begun-${job}_${count}_.png`, subfolder: prefix });
        const { status } = await fetch(`${url}/view?${query.toString()}`, { method: 'HEAD' });
        if (status === 200) positions.push(nameOf(index));
      }
    }
    return positions;
  }
});

function nameOf(index: number): string {
  return `comfyui-${index + 1}`;
}
