import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { isTerminal } from '@contract/jobs/lifecycle';
import type { Job } from '@contract/jobs/schemas';
import { createApp, type App } from '../../app';
import type { AppDeps } from '../../deps';
import { comfyuiPool } from '../../host/engine-choice';
import { silentLogger } from '../../log';
import { FileBlobs } from '../../storage/file-blobs';
import { createMemoryDeps } from '../../testing/memory-deps';
import type { EngineAddress } from '../engine';
import { ComfyuiDouble } from './testing/comfyui-double';
import { hurriedClock } from './testing/double-host';
import { recording, recordedText } from './testing/recordings';

/** The gateway in front of two ComfyUI servers, over HTTP and with its notes on disk. */

vi.setConfig({ testTimeout: 60_000 });

const ORIGIN = 'http://127.0.0.1:8189';
const clock = hurriedClock(20);
const save = recording('one-save');
const SAVED = 3;

let dir: string;
let doubles: [ComfyuiDouble, ComfyuiDouble];
let deps: AppDeps;
let app: App;

beforeEach(async () => {
  doubles = [new ComfyuiDouble(), new ComfyuiDouble()];
  for (const double of doubles) {
    double.plays(save);
    await double.start();
  }
  dir = await mkdtemp(join(tmpdir(), 'flowdeck-two-'));
  const bare = await createMemoryDeps({ blobs: await FileBlobs.open(join(dir, 'blobs')) }, clock);
  deps = { ...bare, engine: await pool(both()) };
  app = createApp(deps);
  await app.start();
});

afterEach(async () => {
  await app.close();
  for (const double of doubles) if (double.isOpen) await double.stop();
  await rm(dir, { recursive: true, force: true });
});

const both = (): EngineAddress[] => doubles.map(({ url }, index) => ({ name: `gpu-${index}`, url }));

async function pool(named: EngineAddress[]) {
  const parts = { blobs: { workDir: join(dir, 'blobs', 'work') }, stateDir: dir, log: silentLogger, clock };
  const engine = comfyuiPool(named, parts, null);
  await engine.look();
  await engine.definitions();
  return engine;
}

async function restartGateway(named = both()): Promise<void> {
  await app.close();
  deps = { ...deps, engine: await pool(named) };
  app = createApp(deps);
  await app.start();
}

async function submit(graph: unknown): Promise<string> {
  const body = JSON.stringify({ workflow: graph });
  const headers = { 'content-type': 'application/json' };
  const response = await app.fetch(new Request(`${ORIGIN}/api/v2/jobs`, { method: 'POST', headers, body }));
  expect(response.status).toBe(201);
  return ((await response.json()) as Job).id;
}

async function jobOf(id: string): Promise<Job> {
  return (await (await app.fetch(new Request(`${ORIGIN}/api/v2/jobs/${id}`))).json()) as Job;
}

function ended(id: string): Promise<Job> {
  return vi.waitFor(
    async () => {
      const job = await jobOf(id);
      expect(isTerminal(job.status)).toBe(true);
      return job;
    },
    { timeout: 50_000, interval: 10 },
  );
}

it('runs fifty jobs on both, while each is killed five times and the gateway twice', async () => {
  const ids: string[] = [];
  for (let count = 0; count < 50; count += 1) ids.push(await submit(save.graph));
  const ran = () => doubles.reduce((sum, { executions }) => sum + executions.length, 0);
  for (let round = 1; round <= 5; round += 1) {
    await Promise.race(doubles.map((double) => double.until(() => ran() >= round * 7)));
    for (const double of doubles) await double.restart();
    if (round > 3) await restartGateway();
  }
  const jobs = [];
  for (const id of ids) jobs.push(await ended(id));
  const executions = doubles.flatMap((double) => double.executions);
  expect(new Set(executions).size).toBe(executions.length);
  const done = jobs.filter(({ status }) => status === 'succeeded');
  expect(done.map(({ outputs }) => outputs.length)).toEqual(done.map(() => SAVED));
  for (const job of done) {
    const index = doubles.findIndex((double) => double.executions.includes(job.id));
    expect(job).toMatchObject({ engine: `gpu-${index}` });
  }
  const lost = jobs.filter(({ status }) => status !== 'succeeded');
  expect(lost.map(({ status, error }) => [status, error?.code])).toEqual(lost.map(() => ['failed', 'engine_lost']));
  expect(lost.length).toBeLessThanOrEqual(10);
  expect(doubles.every(({ executions }) => executions.length > 5)).toBe(true);
});

it('ends a job on a ComfyUI that the gateway was started without, and gives it no other', async () => {
  const [first, second] = doubles;
  for (const double of doubles) double.holdBefore('executed');
  const ids = [await submit(save.graph), await submit(save.graph), await submit(save.graph)];
  await first.until(() => first.isHeld(ids[0] ?? ''));
  await second.until(() => second.isHeld(ids[1] ?? ''));
  await restartGateway(both().slice(0, 1));
  expect(deps.engine.engines?.()).toMatchObject([
    { name: 'gpu-0', state: 'active', jobs: [ids[0]] },
    { name: 'gpu-1', state: 'draining', jobs: [ids[1]] },
  ]);
  for (const double of doubles) double.release();
  for (const id of ids) expect(await ended(id)).toMatchObject({ status: 'succeeded', outputs: { length: SAVED } });
  expect([first.executions, second.executions]).toEqual([[ids[0], ids[2]], [ids[1]]]);
  await vi.waitFor(() => expect(deps.engine.engines?.()).toHaveLength(1));
});

it('offers the classes of both, and runs a job where its class is', async () => {
  const [first, second] = doubles;
  const known = JSON.parse(recordedText('object-info')) as Record<string, object>;
  const { SaveImage: _without, ...others } = known;
  first.describes(JSON.stringify({ ...others, OnlyFirst: { ...known['SaveImage'], name: 'OnlyFirst' } }));
  await restartGateway();
  expect(await deps.engine.definitions()).toMatchObject({ SaveImage: {}, OnlyFirst: {} });
  const id = await submit(save.graph);
  expect(await ended(id)).toMatchObject({ status: 'succeeded', engine: 'gpu-1' });
  expect([first.executions, second.executions]).toEqual([[], [id]]);
});
