import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isTerminal } from '../jobs/lifecycle';
import { JobError, type Job } from '../jobs/schemas';
import { WrittenJob } from '../jobs/written-schemas';
import { HOSTS } from './harness/harness';
import { errorCode, HANGING_GRAPH, jobEnd, jobWhen, QUICK_GRAPH, readJob, submit } from './harness/jobs-on-surface';
import { crash, fail, failBarely, hang, slowStop, steps, stubborn } from './harness/scripted-graphs';
import type { Surface } from './harness/surface';

const NOWHERE = '/api/v2/jobs/00000000-0000-4000-8000-000000000000';

const isRunning = ({ status }: Job) => status === 'running';

async function cancel(surface: Surface, job: Job): Promise<Job> {
  const response = await surface.fetch(job.urls.cancel, { method: 'POST' });
  expect(response.status).toBe(200);
  return (await response.json()) as Job;
}

describe.each(HOSTS)('the lifecycle of a job $name', ({ open, isVirtual }) => {
  let surface: Surface;
  beforeAll(async () => {
    surface = await open({ parallel: 4 });
  });
  afterAll(() => surface.close());

  test('J-3.05 J-2.06 J-2.07 J-2.16 J-4.58 a job is queued, then runs and has a start time', async () => {
    const queued = await submit(surface, HANGING_GRAPH);
    expect(queued).toMatchObject({
      status: 'queued',
      started_at: null,
      completed_at: null,
      metrics: { queue_ms: null, execution_ms: null },
    });
    const running = await jobWhen(surface, queued, isRunning);
    expect(running).toMatchObject({ queue_position: null, completed_at: null, metrics: { execution_ms: null } });
    expect(Date.parse(running.started_at ?? '')).toBeGreaterThanOrEqual(Date.parse(queued.created_at));
    await cancel(surface, queued);
    expect((await jobEnd(surface, queued)).started_at).toBe(running.started_at);
  });

  test('J-3.06 J-2.17 a job succeeds and has a duration', async () => {
    const finished = await jobEnd(surface, await submit(surface, { 1: steps(3, 60) }));
    expect(finished).toMatchObject({ status: 'succeeded', error: null });
    const took = Date.parse(finished.completed_at ?? '') - Date.parse(finished.started_at ?? '');
    // Timers may fire a millisecond early.
    expect(took).toBeGreaterThanOrEqual(170);
    expect(finished.metrics).toEqual({ queue_ms: expect.any(Number), execution_ms: took });
    expect(finished.metrics?.['queue_ms']).toBeGreaterThanOrEqual(0);
  });

  test('J-3.07 J-3.08 J-2.46 J-2.47 J-2.48 J-2.49 J-2.50 J-2.51 J-7.21 a failure is reported in the job', async () => {
    const job = await jobEnd(surface, await submit(surface, { 1: steps(1, 10), 5: fail('No more paint', '1') }));
    expect(job.status).toBe('failed');
    expect(JobError.safeParse(job.error).success).toBe(true);
    expect(job.error).toMatchObject({
      code: 'node_execution_error',
      message: 'No more paint',
      node_id: '5',
      class_type: 'ScriptFail',
      traceback: expect.stringContaining('ScriptFail'),
    });
    expect(job.progress?.nodes?.['5']).toMatchObject({ state: 'failed' });
    for (const link of [job.urls.self, job.urls.events, job.urls.logs ?? '', '/api/v2/jobs']) {
      expect((await surface.fetch(link)).ok).toBe(true);
    }
    const bare = await jobEnd(surface, await submit(surface, { 1: failBarely('Just so') }));
    expect(bare.error?.traceback ?? null).toBeNull();
  });

  test('J-7.21 an engine that violates its interface fails only the job, without exposing its message', async () => {
    const job = await jobEnd(surface, await submit(surface, { 1: crash() }));
    expect(job).toMatchObject({ status: 'failed', error: { code: 'engine_error' } });
    expect(JSON.stringify(job)).not.toContain('break its port');
    expect((await jobEnd(surface, await submit(surface))).status).toBe('succeeded');
  });

  test('J-3.10 J-3.11 J-2.60 J-4.67 J-4.83 a canceled running job is canceling until it has stopped', async () => {
    const job = await submit(surface, { 1: slowStop(2000) });
    await jobWhen(surface, job, isRunning);
    const response = await cancel(surface, job);
    expect(WrittenJob.safeParse(response).success).toBe(true);
    expect(response).toMatchObject({ status: 'canceling', completed_at: null });
    expect((await readJob(surface, job)).status).toBe('canceling');
    const finished = await jobEnd(surface, job);
    expect(finished).toMatchObject({ status: 'canceled', error: null });
    expect(finished.completed_at).not.toBeNull();
  });

  test.each(['succeeded', 'failed'] as const)(
    'J-3.12 a canceling job becomes canceled when the engine reports %s',
    async (outcome) => {
      const job = await submit(surface, { 1: stubborn(3000, outcome) });
      await jobWhen(surface, job, isRunning);
      expect((await cancel(surface, job)).status).toBe('canceling');
      expect(await jobEnd(surface, job)).toMatchObject({ status: 'canceled', error: null });
    },
  );

  test('J-4.84 cancel is idempotent', async () => {
    const job = await submit(surface, HANGING_GRAPH);
    await jobWhen(surface, job, isRunning);
    await cancel(surface, job);
    await cancel(surface, job);
    const finished = await jobEnd(surface, job);
    expect(finished.status).toBe('canceled');
    expect(await cancel(surface, job)).toEqual(finished);
  });

  test('J-3.14 J-4.85 cancel does not change a finished job', async () => {
    for (const graph of [QUICK_GRAPH, { 1: fail('x') }]) {
      const finished = await jobEnd(surface, await submit(surface, graph));
      expect(await cancel(surface, finished)).toEqual(finished);
      expect(await readJob(surface, finished)).toEqual(finished);
    }
  });

  test('J-4.86 J-7.08 an unknown job is not found by any operation', async () => {
    const attempts: [string, string][] = [
      ['GET', NOWHERE],
      ['POST', `${NOWHERE}/cancel`],
      ['GET', `${NOWHERE}/events`],
      ['GET', `${NOWHERE}/workflow`],
      ['GET', `${NOWHERE}/logs`],
      ['GET', '/api/v2/jobs/no-uuid'],
      ['GET', '/api/v2/jobs/..%2f..%2fetc'],
    ];
    for (const [method, path] of attempts) {
      const response = await surface.fetch(path, { method });
      expect(response.status).toBe(404);
      expect(await errorCode(response)).toBe('not_found');
    }
  });

  test.runIf(isVirtual)('an engine that is not ready lets jobs wait', async () => {
    surface.engine?.setWaiting('It is still starting');
    const job = await submit(surface);
    await surface.pass(5000);
    expect(await readJob(surface, job)).toMatchObject({ status: 'queued', queue_position: 1 });
    surface.engine?.setWaiting(null);
    expect((await jobEnd(surface, job)).status).toBe('succeeded');
  });
});

describe.each(HOSTS)('the queue $name', ({ open, isVirtual }) => {
  let surface: Surface;
  beforeAll(async () => {
    surface = await open();
  });
  afterAll(() => surface.close());

  test('J-3.19 J-2.10 J-2.11 J-2.13 J-2.14 a queued job is canceled at once and never runs', async () => {
    const running = await submit(surface, HANGING_GRAPH);
    await jobWhen(surface, running, isRunning);
    const [first, second] = [await submit(surface), await submit(surface)];
    expect(first).toMatchObject({ queue_position: 1, progress: null, outputs: [], error: null });
    expect(second.queue_position).toBe(2);
    const canceled = await cancel(surface, first);
    expect(canceled).toMatchObject({ status: 'canceled', started_at: null, queue_position: null });
    expect(canceled.metrics).toEqual({ queue_ms: null, execution_ms: null });
    expect((await readJob(surface, second)).queue_position).toBe(1);
    await cancel(surface, running);
    expect((await jobEnd(surface, second)).status).toBe('succeeded');
    expect((await readJob(surface, first)).status).toBe('canceled');
    expect(surface.engine?.requests.map(({ jobId }) => jobId) ?? []).not.toContain(first.id);
  });

  test('J-2.03 J-2.04 J-2.05 J-2.08 J-2.15 J-3.01 every job has the required fields in every state', async () => {
    const stopping = await submit(surface, { 1: slowStop(100) });
    const queued = await submit(surface, { 1: fail('no') });
    const states = [queued, await jobWhen(surface, stopping, isRunning), await cancel(surface, stopping)];
    states.push(
      await jobEnd(surface, stopping),
      await jobEnd(surface, queued),
      await jobEnd(surface, await submit(surface)),
    );
    expect(states.map(({ status }) => status)).toEqual([
      'queued',
      'running',
      'canceling',
      'canceled',
      'failed',
      'succeeded',
    ]);
    for (const job of states) {
      expect(WrittenJob.safeParse(job).success).toBe(true);
      expect(job.id).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
      for (const time of [job.created_at, job.expires_at]) expect(new Date(time).toISOString()).toBe(time);
      const metrics = Object.values(job.metrics ?? {});
      expect(metrics).toHaveLength(2);
      for (const value of metrics) expect(value === null || Number.isInteger(value)).toBe(true);
    }
  });

  test('jobs start in submission order', async () => {
    const running = await submit(surface, HANGING_GRAPH);
    const jobs: Job[] = [];
    for (let count = 0; count < 5; count += 1) jobs.push(await submit(surface));
    await jobWhen(surface, running, isRunning);
    await cancel(surface, running);
    const starts: string[] = [];
    for (const job of jobs) starts.push((await jobEnd(surface, job)).started_at ?? '');
    expect(starts).toEqual([...starts].sort());
    expect(surface.engine?.requests.slice(-5).map(({ jobId }) => jobId) ?? jobs.map(({ id }) => id)).toEqual(
      jobs.map(({ id }) => id),
    );
  });

  test.runIf(isVirtual)('J-5.13 a token is forwarded unchanged, however late', async () => {
    const running = await submit(surface, HANGING_GRAPH);
    const body = JSON.stringify({ workflow: QUICK_GRAPH, extra_data: { auth_token_svc_org: 'short-lived' } });
    const job = (await (await surface.fetch('/api/v2/jobs', { method: 'POST', body })).json()) as Job;
    await surface.pass(3600 * 1000);
    await cancel(surface, running);
    await jobEnd(surface, job);
    expect(surface.engine?.requests.at(-1)?.extraData).toEqual({ auth_token_svc_org: 'short-lived' });
  });
});

/** Returns the retention time of a job on this surface. */
async function lifeOf(surface: Surface): Promise<number> {
  const job = await submit(surface);
  return Date.parse(job.expires_at) - Date.parse(job.created_at);
}

describe.each(HOSTS)('retention $name', ({ open, isVirtual }) => {
  test('J-2.08 J-8.08 J-8.09 expires_at follows the setting, by default ten years later', async () => {
    const [day, decade] = [await open({ retentionMs: 86_400_000 }), await open()];
    expect(await lifeOf(day)).toBe(86_400_000);
    expect(await lifeOf(decade)).toBe(10 * 365 * 86_400_000);
    await day.close();
    await decade.close();
  });

  test.runIf(isVirtual)(
    'J-1.04 J-4.61 J-8.04 J-8.05 J-8.10 a job and its outputs are available until then, the record an hour longer',
    async () => {
      const surface = await open({ retentionMs: 60_000 });
      const job = await jobEnd(surface, await submit(surface));
      const assetId = job.outputs[0]?.id ?? '';
      const left = () => Date.parse(job.expires_at) - (surface.clock?.now() ?? 0);
      await surface.pass(left() - 1000);
      expect((await readJob(surface, job)).status).toBe('succeeded');
      const asset = (await (await surface.fetch(`/api/v2/assets/${assetId}`)).json()) as { url: string };
      expect(await (await surface.fetch(asset.url)).text()).toBe('hello');
      await surface.pass(left() + 3600 * 1000 - 1000);
      expect((await readJob(surface, job)).status).toBe('succeeded');
      await surface.pass(2000);
      for (const path of [job.urls.self, `/api/v2/assets/${assetId}`]) {
        expect((await surface.fetch(path)).status).toBe(404);
      }
      expect(((await (await surface.fetch('/api/v2/jobs')).json()) as { jobs: Job[] }).jobs).toEqual([]);
      await surface.close();
    },
  );

  test('J-3.09 J-3.21 a run that exceeds it expires, and the engine stops it', async () => {
    const surface = await open({ retentionMs: 5000, parallel: 2 });
    const job = await submit(surface, HANGING_GRAPH);
    await jobWhen(surface, job, isRunning);
    await surface.pass(5500);
    const finished = await readJob(surface, job);
    expect(finished).toMatchObject({ status: 'expired', error: null });
    expect(finished.completed_at).not.toBeNull();
    expect(surface.engine?.stopped ?? [job.id]).toEqual([job.id]);
    expect(await cancel(surface, job)).toEqual(finished);
    await surface.close();
  });

  test('a waiting job expires too, and a canceling one becomes canceled', async () => {
    const surface = await open({ retentionMs: 5000 });
    const stopping = await submit(surface, { 1: slowStop(60_000) });
    const waiting = await submit(surface, { 1: hang() });
    await jobWhen(surface, stopping, isRunning);
    expect((await cancel(surface, stopping)).status).toBe('canceling');
    await surface.pass(5500);
    expect((await readJob(surface, stopping)).status).toBe('canceled');
    const expired = await readJob(surface, waiting);
    expect(expired).toMatchObject({ status: 'expired', started_at: null, queue_position: null });
    expect(isTerminal(expired.status)).toBe(true);
    await surface.close();
  });
});
