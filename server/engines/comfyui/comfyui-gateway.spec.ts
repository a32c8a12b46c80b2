import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isTerminal } from '@contract/jobs/lifecycle';
import type { Job } from '@contract/jobs/schemas';
import { createApp, type App } from '../../app';
import type { AppDeps } from '../../deps';
import { silentLogger } from '../../log';
import { FileBlobs } from '../../storage/files/file-blobs';
import { createMemoryDeps } from '../../testing/memory-deps';
import { EnginePool } from '../engine-pool';
import type { Engine } from '../engine';
import { ownEngine } from '../testing/own-engine';
import { ComfyuiEngine } from './comfyui-engine';
import { ComfyuiDouble } from './testing/comfyui-double';
import { acceleratedClock } from './testing/double-host';
import { recording } from './testing/recordings';

/** Tests the gateway in front of ComfyUI, from submission over HTTP to the bytes of the outputs. */

vi.setConfig({ testTimeout: 60_000 });

const ORIGIN = 'http://127.0.0.1:8189';
const kinds = recording('output-kinds');
const save = recording('one-save');
const SAVED = 3;

let dir: string;
let double: ComfyuiDouble;
let deps: AppDeps;
let app: App;

beforeEach(async () => {
  double = new ComfyuiDouble();
  double.plays(kinds, save);
  await double.start();
  dir = await mkdtemp(join(tmpdir(), 'flowdeck-gateway-'));
  const clock = acceleratedClock(20);
  const bare = await createMemoryDeps({ blobs: await FileBlobs.open(join(dir, 'blobs')) }, clock);
  deps = { ...bare, engine: engine() };
  app = createApp(deps);
  await app.start();
});

afterEach(async () => {
  await app.close();
  await double.stop();
  await rm(dir, { recursive: true, force: true });
});

function engine(): ComfyuiEngine {
  const clock = acceleratedClock(20);
  const workDir = join(dir, 'blobs', 'work');
  return new ComfyuiEngine({ url: double.url, workDir, stateDir: dir, log: silentLogger, clock });
}

/** Shuts down the gateway and starts it again with the same records. */
async function restartGateway(next: Engine = engine()): Promise<void> {
  await app.close();
  deps = { ...deps, engine: next };
  app = createApp(deps);
  await app.start();
}

async function submit(graph: unknown, more: object = {}): Promise<string> {
  const response = await app.fetch(
    new Request(`${ORIGIN}/api/v2/jobs`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
      body: JSON.stringify({ workflow: graph, ...more }),
    }),
  );
  expect(response.status).toBe(201);
  return ((await response.json()) as Job).id;
}

async function jobOf(id: string): Promise<Job> {
  const response = await app.fetch(new Request(`${ORIGIN}/api/v2/jobs/${id}`));
  return (await response.json()) as Job;
}

async function untilShown(id: string, details: object): Promise<void> {
  await vi.waitFor(async () => expect(await jobOf(id)).toMatchObject(details), { timeout: 50_000, interval: 20 });
}

async function finished(id: string): Promise<Job> {
  return vi.waitFor(
    async () => {
      const job = await jobOf(id);
      expect(isTerminal(job.status)).toBe(true);
      return job;
    },
    { timeout: 50_000, interval: 20 },
  );
}

it('J-9.09 jobs that clients submit to ComfyUI directly and jobs of the gateway do not affect each other', async () => {
  const direct = randomUUID();
  const submitDirectly = (id: string) =>
    fetch(`${double.url}/prompt`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ prompt: save.graph, prompt_id: id, client_id: 'another-program' }),
    });
  const historyOf = async (id: string) => (await (await fetch(`${double.url}/history/${id}`)).json()) as object;
  expect((await submitDirectly(direct)).status).toBe(200);
  const id = await submit(save.graph);
  const later = randomUUID();
  expect((await submitDirectly(later)).status).toBe(200);
  const job = await finished(id);
  expect(job.status).toBe('succeeded');
  await double.until((engine) => !engine.isPending(later) && !engine.isRunning(later));
  for (const own of [direct, later]) expect(await historyOf(own)).toHaveProperty([own, 'status', 'completed'], true);
  // Two prompts with the same graph ran for other clients; they are not jobs, and their results do not belong to this job.
  expect(job.outputs).toHaveLength(SAVED);
  const page = await app.fetch(new Request(`${ORIGIN}/api/v2/jobs`));
  expect(((await page.json()) as { jobs: Job[] }).jobs.map((listed) => listed.id)).toEqual([id]);
  expect((await app.fetch(new Request(`${ORIGIN}/api/v2/jobs/${direct}`))).status).toBe(404);
});

describe('a job', () => {
  it('finishes with all outputs, and serves their bytes with ranges', async () => {
    const job = await finished(await submit(kinds.graph));
    expect(job).toMatchObject({ status: 'succeeded', progress: { value: 1 } });
    expect(job.outputs).toHaveLength(10);
    const video = job.outputs.find(({ type }) => type === 'video');
    const range = await app.fetch(new Request(video?.url ?? '', { headers: { range: 'bytes=4-7' } }));
    expect(range.status).toBe(206);
    expect(await range.text()).toBe('ftyp');
  });

  it('stays queued while ComfyUI is unreachable, and the status gives the reason', async () => {
    await double.stop();
    await vi.waitFor(() => expect(deps.engine.health().isReady).toBe(false), { timeout: 5000 });
    const id = await submit(save.graph);
    expect((await jobOf(id)).status).toBe('queued');
    const status = await app.fetch(new Request(`${ORIGIN}/console/status`));
    expect(await status.json()).toMatchObject({
      engine: { isReady: false, waitingReason: expect.stringContaining('Jobs wait until it does') as string },
    });
    expect((await jobOf(id)).status).toBe('queued');
    await double.start();
    expect((await finished(id)).status).toBe('succeeded');
  });

  it('reports in the status at which URL ComfyUI is expected, and checks again on request', async () => {
    const read = async (path: string, method = 'GET') =>
      (await (await app.fetch(new Request(ORIGIN + path, { method }))).json()) as { engine: { comfyui: unknown } };
    const connected = {
      url: double.url,
      state: 'here',
      version: double.version,
      memory: {
        totalBytes: 16_000,
        freeBytes: 4000,
        devices: [{ name: 'cuda:0 Card', totalBytes: 8000, freeBytes: 6000 }],
      },
    };
    await vi.waitFor(async () => expect((await read('/console/status')).engine.comfyui).toMatchObject(connected), {
      timeout: 15_000,
    });
    await double.stop();
    const missing = { url: double.url, state: 'away', version: null, memory: null, queue: null };
    await vi.waitFor(
      async () => {
        expect((await read('/console/comfyui/check', 'POST')).engine.comfyui).toEqual({
          ...missing,
          unreachableSince: expect.any(Number) as number,
        });
      },
      { timeout: 15_000 },
    );
    await double.start();
    expect((await read('/console/comfyui/check', 'POST')).engine.comfyui).toMatchObject({
      ...connected,
      unreachableSince: null,
    });
  });

  it('continues while the gateway is restarted', async () => {
    double.holdBefore('executed');
    const id = await submit(save.graph);
    await double.until(() => double.isHeld(id));
    await untilShown(id, { status: 'running' });
    await restartGateway();
    expect((await jobOf(id)).status).toBe('running');
    await double.until(() => double.hasClient(id));
    double.release();
    const job = await finished(id);
    expect(job.status).toBe('succeeded');
    expect(job.outputs).toHaveLength(SAVED);
    expect(double.executions).toEqual([id]);
  });

  it('reports ComfyUI as unreachable after a gateway restart, and is resumed later', async () => {
    double.holdBefore('executed');
    const id = await submit(save.graph);
    await double.until(() => double.isHeld(id));
    await untilShown(id, { status: 'running' });
    double.isMute = true;
    double.dropSockets();
    await restartGateway();
    const words = { message: 'ComfyUI is not responding; waiting for it' };
    await untilShown(id, { status: 'running', progress: words });
    double.isMute = false;
    double.release();
    expect(await finished(id)).toMatchObject({ status: 'succeeded', outputs: { length: SAVED } });
    expect(double.executions).toEqual([id]);
  });

  it('that was canceled while the gateway was down is removed from ComfyUI', async () => {
    double.holdBefore('executed');
    const id = await submit(save.graph);
    await double.until(() => double.isHeld(id));
    await app.close();
    // Simulates a cancellation that was interrupted between two gateway processes.
    deps.store.jobs.update(id, { status: 'canceling' });
    deps = { ...deps, engine: engine() };
    app = createApp(deps);
    await app.start();
    expect((await jobOf(id)).status).toBe('canceled');
    await double.until(() => !double.isRunning(id));
  });

  describe('behind a prompt of another client', () => {
    const words = { message: "Waits in ComfyUI's own queue behind 1 other job" };

    beforeEach(async () => {
      const other = recording('interrupted');
      double.plays(other);
      double.holdBefore('progress');
      double.queueForeign(other, 'somebody-else');
      await double.until(() => double.isHeld('somebody-else'));
    });

    async function waitsThere(more?: object): Promise<string> {
      const id = await submit(save.graph, more);
      await double.until(() => double.isPending(id));
      await untilShown(id, { status: 'queued', queue_position: 1, started_at: null, progress: words });
      return id;
    }

    it('stays queued until ComfyUI starts it, and the jobs behind it keep their positions', async () => {
      const id = await waitsThere();
      const next = await submit(save.graph);
      expect(await jobOf(next)).toMatchObject({ status: 'queued', queue_position: 2 });
      double.release();
      const job = await finished(id);
      expect(job).toMatchObject({ status: 'succeeded', queue_position: null, outputs: { length: SAVED } });
      expect(Date.parse(job.started_at ?? '')).toBeGreaterThan(Date.parse(job.created_at));
      expect((await finished(next)).status).toBe('succeeded');
      expect(double.executions).toEqual(['somebody-else', id, next]);
    });

    it('is counted in the status separately from prompts of other clients', async () => {
      await waitsThere();
      await vi.waitFor(
        async () => {
          const status = await app.fetch(new Request(`${ORIGIN}/console/status`));
          expect(await status.json()).toMatchObject({ engine: { comfyui: { queue: { prompts: 2, foreign: 1 } } } });
        },
        { timeout: 20_000 },
      );
    });

    it('is canceled at once, and deleted from the ComfyUI queue', async () => {
      const id = await waitsThere();
      const canceled = await app.fetch(new Request(`${ORIGIN}/api/v2/jobs/${id}/cancel`, { method: 'POST' }));
      expect(await canceled.json()).toMatchObject({ status: 'canceled', queue_position: null, started_at: null });
      await double.until(() => !double.isPending(id));
      const next = await submit(save.graph);
      double.release();
      expect((await finished(next)).status).toBe('succeeded');
      expect(double.executions).toEqual(['somebody-else', next]);
      expect(double.requests).not.toContain('POST /interrupt');
    });

    it('keeps its position across a gateway restart, and needs no API key again', async () => {
      const id = await waitsThere({ extra_data: { api_key_comfy_org: 'a-key' } });
      await restartGateway();
      await untilShown(id, { status: 'queued', queue_position: 1, started_at: null, progress: words });
      double.release();
      expect(await finished(id)).toMatchObject({ status: 'succeeded', outputs: { length: SAVED } });
      expect(double.submissions.map(({ promptId }) => promptId)).toEqual([id]);
      expect(double.executions).toEqual(['somebody-else', id]);
    });

    it('is removed from ComfyUI if the gateway was killed right after the cancel', async () => {
      const id = await waitsThere();
      await app.close();
      deps.store.jobs.update(id, { status: 'canceled', completedAt: deps.clock.now() });
      await restartGateway();
      await double.until(() => !double.isPending(id));
      double.release();
      await double.until(() => !double.isRunning('somebody-else'));
      expect(double.executions).toEqual(['somebody-else']);
    });

    it('fails if ComfyUI lost it while the gateway was down, since it is unknown whether it ran', async () => {
      const id = await waitsThere();
      await app.close();
      await double.restart();
      await restartGateway();
      expect(await finished(id)).toMatchObject({ status: 'failed', error: { code: 'engine_lost' } });
      expect(double.submissions).toHaveLength(1);
    });
  });

  it.each([
    ['ComfyUI is restarted five times', 5, 0],
    ['ComfyUI and the gateway are restarted in turn', 3, 3],
  ])('of fifty reaches its actual outcome when %s', async (_case, comfyRestarts, gatewayRestarts) => {
    const ids: string[] = [];
    for (let count = 0; count < 50; count += 1) ids.push(await submit(save.graph));
    for (let round = 1; round <= comfyRestarts; round += 1) {
      await double.until(() => double.executions.length >= round * 8);
      await double.restart();
      if (round <= gatewayRestarts) await restartGateway();
    }
    const jobs = [];
    for (const id of ids) jobs.push(await finished(id));
    const runsOf = (job: Job) => double.executions.filter((id) => id === job.id).length;
    const done = jobs.filter(({ status }) => status === 'succeeded');
    expect(done.map((job) => [runsOf(job), job.outputs.length])).toEqual(done.map(() => [1, SAVED]));
    const lost = jobs.filter(({ status }) => status !== 'succeeded');
    expect(lost.map(({ status, error }) => [status, error?.code])).toEqual(lost.map(() => ['failed', 'engine_lost']));
    expect(lost.filter((job) => runsOf(job) > 1)).toEqual([]);
    expect(lost.length).toBeLessThanOrEqual(comfyRestarts);
  });
});

describe('--engine auto, while ComfyUI is unreachable', () => {
  const own = { '1': { class_type: 'OnlyHere', inputs: {} } };
  const auto = async () => {
    const comfyui = engine();
    await comfyui.look();
    return new EnginePool({ engines: [{ name: 'one', url: double.url }], open: () => comfyui, embedded: ownEngine() });
  };
  const untilDown = () => vi.waitFor(() => expect(deps.engine.health().isReady).toBe(false), { timeout: 50_000 });

  beforeEach(async () => {
    await restartGateway(await auto());
    // From here on the classes of both engines are known.
    await finished(await submit(own));
  });

  it('runs jobs of Flowdeck classes ahead of jobs that wait for ComfyUI, which keep their order', async () => {
    await double.stop();
    await untilDown();
    const waiting = [await submit(save.graph), await submit(kinds.graph)];
    expect((await finished(await submit(own))).status).toBe('succeeded');
    const reason = expect.stringMatching(/^ComfyUI does not respond/) as string;
    for (const id of waiting)
      expect(await jobOf(id)).toMatchObject({ status: 'queued', progress: { message: reason } });
    await double.start();
    for (const id of waiting) expect((await finished(id)).status).toBe('succeeded');
    expect(double.executions).toEqual(waiting);
  });

  it('runs them even if a job was running on ComfyUI when it became unreachable', async () => {
    double.holdBefore('executed');
    const stalled = await submit(save.graph);
    await double.until(() => double.isHeld(stalled));
    await untilShown(stalled, { status: 'running' });
    const behind = await submit(own);
    expect(await jobOf(behind)).toMatchObject({ status: 'queued', progress: null });
    double.dropSockets();
    double.isMute = true;
    expect((await finished(behind)).status).toBe('succeeded');
    const words = { message: 'ComfyUI is not responding; waiting for it', current_node: null };
    await untilShown(stalled, { status: 'running', progress: words });
    double.isMute = false;
    double.release();
    expect(await finished(stalled)).toMatchObject({
      status: 'succeeded',
      outputs: { length: SAVED },
      progress: { message: null },
    });
  });

  it('lets a job that only ComfyUI can run wait after a gateway restart', async () => {
    await double.stop();
    await untilDown();
    const id = await submit(kinds.graph);
    await restartGateway(await auto());
    expect((await finished(await submit(own))).status).toBe('succeeded');
    expect((await jobOf(id)).status).toBe('queued');
    await double.start();
    expect((await finished(id)).status).toBe('succeeded');
  });

  it('finishes all jobs of both kinds with their actual outcome across five ComfyUI restarts, and runs none twice', async () => {
    const theirs: string[] = [];
    const ours: string[] = [];
    for (let count = 0; count < 12; count += 1) {
      theirs.push(await submit(save.graph));
      ours.push(await submit(own));
    }
    for (let round = 1; round <= 5; round += 1) {
      await double.until(() => double.executions.length >= round * 2);
      await double.restart();
    }
    for (const id of ours) expect((await finished(id)).status).toBe('succeeded');
    for (const id of theirs) {
      const { status, error, outputs } = await finished(id);
      const end = status === 'succeeded' ? [status, outputs.length] : [status, error?.code];
      expect([
        ['succeeded', SAVED],
        ['failed', 'engine_lost'],
      ]).toContainEqual(end);
    }
    expect(new Set(double.executions).size).toBe(double.executions.length);
  });
});
