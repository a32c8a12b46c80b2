import { fc, runs } from '@contract/testing/properties';
import { describe, expect, it } from 'vitest';
import { canTransition, isForward, isTerminal, JOB_STATUSES, type JobStatus } from '@contract/jobs/lifecycle';
import type { Job } from '@contract/jobs/schemas';
import type { Store } from '../storage/store';
import { MAX_STARTS } from './run/recovery';
import { RESTART_MESSAGE } from './run/runner';
import { JobHost } from './testing/job-host';

const node = (class_type: string, inputs: Record<string, unknown> = {}) => ({ class_type, inputs });
const steps = (count: number, ms: number) => node('ScriptSteps', { steps: count, ms, preview: true });
const output = (after: string) =>
  node('ScriptOutput', { type: 'file', name: `${after}.bin`, bytes: 3, seed: 1, named: true, after: [after, 0] });

const GRAPHS = {
  quick: { 1: output('x') },
  long: {
    1: steps(3, 400),
    2: output('1'),
    3: { ...steps(2, 300), inputs: { steps: 2, ms: 300, preview: false, after: ['2', 0] } },
  },
  failing: { 1: node('ScriptFail', { message: 'no', ms: 200, traceback: true }) },
  hanging: { 1: node('ScriptHang') },
  slow: { 1: node('ScriptSlowStop', { ms: 700 }) },
  stubborn: { 1: node('ScriptStubborn', { ms: 900, outcome: 'failed' }) },
  broken: { 1: node('ScriptCrash') },
} as const;
// A link to a missing node makes the graph invalid.
delete (GRAPHS.quick[1] as { inputs: Record<string, unknown> }).inputs['after'];

type Step =
  | { do: 'submit'; graph: keyof typeof GRAPHS; secret: boolean }
  | { do: 'cancel'; which: number }
  | { do: 'pass'; ms: number }
  | { do: 'restart' }
  | { do: 'kill' };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('submit' as const),
      graph: fc.constantFrom(...(Object.keys(GRAPHS) as (keyof typeof GRAPHS)[])),
      secret: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('cancel' as const), which: fc.nat(8) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('pass' as const), ms: fc.integer({ min: 1, max: 1500 }) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('restart' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('kill' as const) }) },
);

const RETENTION_MS = 20_000;

/** Records every written status, in order. */
function watched(store: Store, moves: [string, JobStatus, JobStatus][]): Store {
  const update: Store['jobs']['update'] = (id, patch) => {
    const before = store.jobs.get(id)?.status;
    if (before && patch.status && patch.status !== before) moves.push([id, before, patch.status]);
    store.jobs.update(id, patch);
  };
  const jobs = new Proxy(store.jobs, {
    get: (target, name) => {
      if (name === 'update') return update;
      const property: unknown = Reflect.get(target, name);
      return typeof property === 'function' ? property.bind(target) : property;
    },
  });
  return { ...store, jobs };
}

/** Properties of one read of all jobs, and relative to an earlier read. */
function checkReading(jobs: readonly Job[], earlier: ReadonlyMap<string, Job>): void {
  const waiting = jobs.filter((job) => job.status === 'queued');
  expect(waiting.map((job) => job.queue_position).sort((a, b) => Number(a) - Number(b))).toEqual(
    waiting.map((_, index) => index + 1),
  );
  for (const job of jobs) {
    expect(JOB_STATUSES).toContain(job.status);
    expect(job.queue_position !== null).toBe(job.status === 'queued');
    expect(job.completed_at !== null).toBe(isTerminal(job.status));
    expect(job.error !== null).toBe(job.status === 'failed');
    const before = earlier.get(job.id);
    if (!before) continue;
    expect(isForward(before.status, job.status)).toBe(true);
    if (isTerminal(before.status)) expect({ ...job, outputs: [] }).toEqual({ ...before, outputs: [] });
    if (before.started_at !== null) expect(job.started_at).toBe(before.started_at);
  }
}

async function play(steps: readonly Step[], parallel: number): Promise<void> {
  const moves: [string, JobStatus, JobStatus][] = [];
  const host = await JobHost.start({
    parallel,
    settings: { retentionMs: RETENTION_MS },
    wrapStore: (store) => watched(store, moves),
  });
  const ids: string[] = [];
  let earlier = new Map<string, Job>();
  const look = async () => {
    const { jobs } = await host.list('?limit=100');
    checkReading(jobs, earlier);
    earlier = new Map(jobs.map((job) => [job.id, job]));
    return jobs;
  };
  for (const one of steps) {
    if (one.do === 'submit') {
      const more = one.secret ? { extra_data: { api_key_svc_org: 'secret' } } : {};
      ids.push((await host.submit(GRAPHS[one.graph], { more })).id);
    }
    if (one.do === 'cancel' && ids.length > 0) await host.cancel(ids[one.which % ids.length] as string);
    if (one.do === 'pass') await host.clock.advance(one.ms);
    if (one.do === 'restart') await host.restart();
    if (one.do === 'kill') await host.kill();
    expect((await look()).map((job) => job.id).sort()).toEqual([...ids].sort());
  }
  // Hanging jobs expire at the end of their retention; then no job is unfinished.
  await host.clock.advance(RETENTION_MS + 1000);
  const last = await look();
  expect(last.every((job) => isTerminal(job.status))).toBe(true);
  for (const [, from, to] of moves) expect(canTransition(from, to)).toBe(true);
  for (const job of last.filter(({ status }) => status === 'succeeded')) {
    expect(job.progress?.value).toBe(1);
    expect(new Set(job.outputs.map((one) => one.name)).size).toBe(job.outputs.length);
  }
}

describe('the lifecycle of jobs', () => {
  it(
    'follows the transition table through any schedule of submits, cancels, crashes and restarts (J-3.13, J-3.14, J-4.28)',
    { timeout: 60_000 },
    async () => {
      await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), fc.constantFrom(1, 3), play), {
        numRuns: runs(20),
      });
    },
  );
});

describe('recovery after a restart', () => {
  it('reruns an interrupted job first, with the same id and start time, and logs it', async () => {
    const host = await JobHost.start();
    const first = await host.submit(GRAPHS.long);
    const second = await host.submit(GRAPHS.quick);
    await host.clock.advance(900);
    const before = await host.job(first.id);
    expect(before).toMatchObject({ status: 'running', progress: { step: 2 } });
    await host.kill();
    await host.clock.advance(10);
    const again = await host.job(first.id);
    expect(again).toMatchObject({
      status: 'running',
      started_at: before.started_at,
      progress: { message: RESTART_MESSAGE },
    });
    expect(again.progress?.value).toBe(0);
    expect(await host.job(second.id)).toMatchObject({ status: 'queued', queue_position: 1 });
    await host.clock.advance(5000);
    const log = (await (await host.fetch(first.urls.logs ?? '')).json()) as { text: string };
    expect(log.text).toContain(RESTART_MESSAGE);
    const finished = await host.job(first.id);
    expect(finished).toMatchObject({ status: 'succeeded', started_at: before.started_at });
    expect((await host.job(second.id)).status).toBe('succeeded');
  });

  it('limits the attempts of a job that crashes the gateway each time, and reports it', async () => {
    const host = await JobHost.start();
    const deadly = await host.submit(GRAPHS.hanging);
    const behind = await host.submit(GRAPHS.quick);
    await host.clock.advance(10);
    for (let start = 1; start < MAX_STARTS; start += 1) {
      await host.kill();
      await host.clock.advance(10);
      expect((await host.job(deadly.id)).status).toBe('running');
      expect(host.engine.requests.map(({ jobId }) => jobId)).toEqual([deadly.id]);
    }
    await host.kill();
    await host.clock.advance(100);
    const finished = await host.job(deadly.id);
    expect(finished).toMatchObject({ status: 'failed', error: { code: 'interrupted_too_often' } });
    expect(finished.error?.message).toMatch(/^The gateway stopped unexpectedly 5 times while running this job/);
    expect((await host.job(behind.id)).status).toBe('succeeded');
    expect(host.engine.requests.map(({ jobId }) => jobId)).toEqual([behind.id]);
  });

  it('does not count graceful restarts as attempts', async () => {
    const host = await JobHost.start();
    const long = await host.submit(GRAPHS.hanging);
    await host.clock.advance(10);
    for (let turn = 0; turn < MAX_STARTS * 2; turn += 1) {
      await host.restart();
      await host.clock.advance(10);
    }
    expect((await host.job(long.id)).status).toBe('running');
  });

  it('retains the log of the interrupted run before that of the second', async () => {
    const host = await JobHost.start();
    const graph = {
      1: node('ScriptLog', { message: 'a line of the program', lines: 1, level: 'info' }),
      2: { ...steps(20, 500), inputs: { steps: 20, ms: 500, preview: false, after: ['1', 0] } },
    };
    const job = await host.submit(graph);
    await host.clock.advance(3000);
    await host.kill();
    await host.clock.advance(10);
    const { text } = (await (await host.fetch(job.urls.logs ?? '')).json()) as { text: string };
    expect(text.split('a line of the program')).toHaveLength(3);
    expect(text.indexOf('a line of the program')).toBeLessThan(text.indexOf(RESTART_MESSAGE));
  });

  it('replaces outputs by node and name, with the same URL for equal bytes', async () => {
    const host = await JobHost.start();
    const job = await host.submit(GRAPHS.long);
    await host.clock.advance(1300);
    const [first, ...others] = (await host.job(job.id)).outputs;
    expect(others).toEqual([]);
    await host.kill();
    await host.clock.advance(5000);
    const finished = await host.job(job.id);
    expect(finished.status).toBe('succeeded');
    expect(finished.outputs).toEqual([first]);
  });

  it('cancels a canceling job, and fails a job whose API key is lost', async () => {
    const host = await JobHost.start({ parallel: 2 });
    const canceling = await host.submit(GRAPHS.slow);
    const running = await host.submit(GRAPHS.hanging, { more: { extra_data: { api_key_svc_org: 'k' } } });
    const queued = await host.submit(GRAPHS.quick, { more: { extra_data: { auth_token_comfy_org: 't' } } });
    const plain = await host.submit(GRAPHS.quick, { more: { extra_data: {} } });
    await host.clock.advance(10);
    expect((await host.cancel(canceling.id)).status).toBe('canceling');
    await host.kill();
    await host.clock.advance(10);
    expect((await host.job(canceling.id)).status).toBe('canceled');
    for (const { id } of [running, queued]) {
      const job = await host.job(id);
      expect(job).toMatchObject({ status: 'failed', error: { code: 'credential_lost' } });
      expect(job.error?.message).toContain('Submit the job again with its key');
    }
    expect((await host.job(plain.id)).status).toBe('succeeded');
  });

  it('cancels an interrupted job at once if no engine has resumed it yet', async () => {
    const host = await JobHost.start();
    const job = await host.submit(GRAPHS.hanging);
    await host.clock.advance(10);
    await host.kill((engine) => engine.setWaiting('still starting'));
    expect((await host.job(job.id)).status).toBe('running');
    expect((await host.cancel(job.id)).status).toBe('canceled');
    host.engine.setWaiting(null);
    await host.clock.advance(5000);
    expect(host.engine.requests).toEqual([]);
  });

  it('J-2.12, J-2.30: reports in GETs and on the stream why a job waits for an engine', async () => {
    const host = await JobHost.start();
    host.engine.setWaiting('still starting');
    const job = await host.submit(GRAPHS.quick);
    const stream = await host.follow(job.id);
    await host.clock.advance(10);
    expect(await host.job(job.id)).toMatchObject({
      status: 'queued',
      progress: { value: 0, message: 'still starting' },
    });
    host.engine.setWaiting('gone for a moment');
    await host.clock.advance(5000);
    expect((await host.job(job.id)).progress?.message).toBe('gone for a moment');
    const reported = () => stream.named('progress').map(({ message }) => message);
    expect([...new Set(reported())]).toEqual(['still starting', 'gone for a moment']);
    expect(reported().length).toBeLessThanOrEqual(3);
    host.engine.setWaiting(null);
    expect(await host.job(job.id)).toMatchObject({ status: 'queued', progress: null });
    await host.clock.advance(5000);
    expect(await host.job(job.id)).toMatchObject({ status: 'succeeded', progress: { value: 1, message: null } });
  });

  it('shuts down in order without finishing running jobs', async () => {
    const host = await JobHost.start();
    const job = await host.submit(GRAPHS.hanging);
    await host.clock.advance(10);
    const stream = await host.follow(job.id);
    await host.clock.advance(10);
    await host.restart();
    await host.clock.advance(10);
    expect(stream.isClosed).toBe(true);
    expect(stream.statuses).toEqual(['running']);
    expect((await host.job(job.id)).status).toBe('running');
    expect(host.engine.requests.map(({ jobId }) => jobId)).toEqual([job.id]);
  });
});
