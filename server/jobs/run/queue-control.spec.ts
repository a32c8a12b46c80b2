import { fc, runs } from '@contract/testing/properties';
import { describe, expect, it } from 'vitest';
import type { GatewayStatus } from '@contract/console/gateway-status';
import type { MovedJob, QueuePlace, QueueStatus } from '@contract/console/queue';
import { EnginePool } from '../../engines/engine-pool';
import { openRemote, RemoteDouble } from '../../engines/testing/remote-double';
import { JobHost } from '../testing/job-host';

const HANG = { 1: { class_type: 'ScriptHang', inputs: {} } };
const TEXT = { 1: { class_type: 'ScriptText', inputs: { text: 'x' } } };
const STEP_MS = 100;

async function post<Body>(host: JobHost, path: string, body: object): Promise<Body> {
  const headers = { 'content-type': 'application/json' };
  const response = await host.fetch(path, { method: 'POST', headers, body: JSON.stringify(body) });
  if (response.status !== 200) throw new Error(`${path} returned ${response.status}: ${await response.text()}`);
  return (await response.json()) as Body;
}

const pause = async (host: JobHost, paused: boolean): Promise<QueueStatus | undefined> =>
  (await post<GatewayStatus>(host, '/console/queue/pause', { paused })).queue;

const move = (host: JobHost, id: string, place: QueuePlace) =>
  post<MovedJob>(host, '/console/queue/move', { id, place });

const status = async (host: JobHost) => ((await (await host.fetch('/console/status')).json()) as GatewayStatus).queue;

/** Ids of the queued jobs in the order of their positions. */
async function queued(host: JobHost): Promise<string[]> {
  const { jobs } = await host.list('?limit=100&status=queued');
  const sorted = jobs.toSorted((a, b) => (a.queue_position ?? 0) - (b.queue_position ?? 0));
  expect(sorted.map(({ queue_position }) => queue_position)).toEqual(sorted.map((_job, index) => index + 1));
  return sorted.map(({ id }) => id);
}

async function submitted(host: JobHost, count: number, graph: object = TEXT): Promise<string[]> {
  const ids: string[] = [];
  while (ids.length < count) ids.push((await host.submit(graph)).id);
  return ids;
}

describe('a paused queue', () => {
  it('accepts jobs and starts none, while the running job continues, until it is resumed', async () => {
    const host = await JobHost.start();
    const running = await host.submit({
      1: { class_type: 'ScriptSteps', inputs: { steps: 5, ms: 100, preview: false } },
    });
    await host.clock.advance(10);
    expect(await pause(host, true)).toEqual({
      state: 'paused',
      pausedAt: host.clock.now(),
      waiting: 0,
      atEngine: [],
    });
    const next = await host.submit(TEXT);
    await host.clock.advance(60_000);
    expect((await host.job(running.id)).status).toBe('succeeded');
    expect(await host.job(next.id)).toMatchObject({
      status: 'queued',
      queue_position: 1,
      progress: { message: 'The queue is paused' },
    });
    expect(host.engine.requests).toHaveLength(1);
    expect(await pause(host, false)).toMatchObject({ state: 'running', pausedAt: null });
    await host.clock.advance(100);
    expect((await host.job(next.id)).status).toBe('succeeded');
  });

  it('stays paused after a restart and a kill, and an interrupted job still runs again', async () => {
    const host = await JobHost.start();
    const running = await host.submit(HANG);
    const next = await host.submit(TEXT);
    await host.clock.advance(10);
    const paused = await pause(host, true);
    await host.restart();
    await host.clock.advance(5000);
    expect(await status(host)).toEqual(paused);
    await host.kill();
    await host.clock.advance(5000);
    expect(host.engine.requests.map(({ jobId }) => jobId)).toEqual([running.id]);
    await host.cancel(running.id);
    await host.clock.advance(5000);
    expect((await host.job(next.id)).status).toBe('queued');
    await pause(host, false);
    await host.clock.advance(100);
    expect((await host.job(next.id)).status).toBe('succeeded');
  });

  it('J-2.30 is reported to the stream of a queued job, and so is its end', async () => {
    const host = await JobHost.start();
    await host.submit(HANG);
    const { id } = await host.submit(TEXT);
    const events = await host.follow(id);
    await host.clock.advance(10);
    await pause(host, true);
    await host.clock.advance(10);
    await pause(host, false);
    await host.clock.advance(10);
    expect(events.named('progress').map(({ message }) => message)).toEqual(['The queue is paused', null]);
    await events.leave();
  });

  it('does not change when it is paused twice', async () => {
    const host = await JobHost.start();
    const first = await pause(host, true);
    await host.clock.advance(1000);
    expect(await pause(host, true)).toEqual(first);
  });
});

describe('moving a queued job', () => {
  it('J-2.10 changes the queue positions and the order in which jobs start, also after a restart', async () => {
    const host = await JobHost.start();
    const [running = ''] = await submitted(host, 1, HANG);
    const [a = '', b = '', c = '', d = ''] = await submitted(host, 4, HANG);
    await host.clock.advance(10);
    expect(await move(host, c, 'front')).toMatchObject({ moved: true, queue_position: 1 });
    expect(await move(host, a, 'back')).toMatchObject({ moved: true, queue_position: 4 });
    const e = (await host.submit(HANG)).id;
    expect(await queued(host)).toEqual([c, b, d, a, e]);
    await host.restart();
    await host.clock.advance(10);
    expect(await queued(host)).toEqual([c, b, d, a, e]);
    for (const id of [running, c, b, d, a, e]) {
      expect((await host.job(id)).status).toBe('running');
      await host.cancel(id);
      await host.clock.advance(10);
    }
  });

  it('is undone by the previous place: the job is again where it was among the jobs that stayed', async () => {
    const host = await JobHost.start();
    await pause(host, true);
    const [a = '', b = '', c = '', d = ''] = await submitted(host, 4);
    const front = await move(host, c, 'front');
    const back = await move(host, b, 'back');
    const e = (await host.submit(TEXT)).id;
    expect(await queued(host)).toEqual([c, a, d, b, e]);
    await host.cancel(a);
    await host.cancel(d);
    await move(host, b, back.previous_place ?? 0);
    expect(await queued(host)).toEqual([c, b, e]);
    expect(await move(host, c, front.previous_place ?? 0)).toMatchObject({ moved: true, queue_position: 2 });
    expect(await queued(host)).toEqual([b, c, e]);
  });

  it('is reported to the streams of all jobs that it shifts', async () => {
    const host = await JobHost.start();
    await pause(host, true);
    const [a = '', b = ''] = await submitted(host, 2);
    const events = await host.follow(a);
    await move(host, b, 'front');
    await host.clock.advance(10);
    expect(events.named('status').map(({ queue_position }) => queue_position)).toEqual([1, 2]);
    await events.leave();
  });

  it('is rejected for running, finished and unknown jobs', async () => {
    const host = await JobHost.start();
    const [running = '', canceled = ''] = await submitted(host, 2, HANG);
    await host.clock.advance(10);
    await host.cancel(canceled);
    expect(await move(host, running, 'back')).toEqual({ moved: false, reason: 'not_waiting' });
    expect(await move(host, canceled, 'front')).toEqual({ moved: false, reason: 'not_waiting' });
    expect(await move(host, 'nothing', 'front')).toEqual({ moved: false, reason: 'not_found' });
  });

  it('rejects places that are neither an end nor a number', async () => {
    const host = await JobHost.start();
    const { id } = await host.submit(HANG);
    for (const place of ['middle', 1.5, null]) {
      const headers = { 'content-type': 'application/json' };
      const response = await host.fetch('/console/queue/move', {
        method: 'POST',
        headers,
        body: JSON.stringify({ id, place }),
      });
      expect(response.status).toBe(400);
    }
  });
});

const graph = {
  1: { class_type: 'Load', inputs: { model: 'x' } },
  2: { class_type: 'Save', inputs: { model: ['1', 0] } },
};

/** One server that outlives the gateway and has a queue of its own. */
async function startRemote() {
  const server = new RemoteDouble('a', ['x']);
  const host = await JobHost.start({
    openEngine: (clock) =>
      new EnginePool({
        engines: [{ name: 'a', url: 'http://a' }],
        removed: [],
        open: () => openRemote(server, clock),
        embedded: null,
        drained: { read: () => [], write: () => {} },
      }),
  });
  return { server, host };
}

describe('jobs that an engine has already', () => {
  it('cannot be moved, stay in front of moved jobs, and start although the queue is paused', async () => {
    const { server, host } = await startRemote();
    const [first = '', second = '', third = ''] = await submitted(host, 3, graph);
    await host.clock.advance(1);
    await pause(host, true);
    expect(await status(host)).toMatchObject({ state: 'paused', waiting: 2, atEngine: [first] });
    expect(await move(host, first, 'back')).toEqual({ moved: false, reason: 'at_engine' });
    expect(await move(host, third, 'front')).toMatchObject({ moved: true, queue_position: 2 });
    expect(await queued(host)).toEqual([first, third, second]);
    await host.restart();
    expect(await status(host)).toMatchObject({ state: 'paused', waiting: 2, atEngine: [first] });
    expect(await queued(host)).toEqual([first, third, second]);
    for (let steps = 0; steps < 4; steps += 1) {
      server.work();
      await host.clock.advance(STEP_MS);
    }
    expect((await host.job(first)).status).toBe('succeeded');
    expect(server.executions).toEqual([first]);
    expect(await queued(host)).toEqual([third, second]);
  });
});

const event = fc.oneof(
  { weight: 5, arbitrary: fc.constant({ kind: 'submit' as const }) },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('move' as const),
      job: fc.nat(9),
      place: fc.constantFrom('front' as const, 'back' as const),
    }),
  },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('undo' as const), move: fc.nat(9) }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'pause' as const }) },
  { weight: 2, arbitrary: fc.constant({ kind: 'resume' as const }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('cancel' as const), job: fc.nat(9) }) },
  { weight: 3, arbitrary: fc.constant({ kind: 'work' as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'restart' as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'kill' as const }) },
);

/** The expected order as a list with gaps: a job that is moved leaves a gap, and an undo returns it to that gap. */
class ExpectedQueue {
  #slots: { job: string | null }[] = [];
  readonly moves: { job: string; gap: { job: string | null } }[] = [];

  get jobs(): string[] {
    return this.#slots.flatMap(({ job }) => (job === null ? [] : [job]));
  }

  add(job: string): void {
    this.#slots.push({ job });
  }

  remove(job: string): void {
    for (const slot of this.#slots) if (slot.job === job) slot.job = null;
  }

  move(job: string, place: 'front' | 'back'): void {
    const gap = this.#slots.find((slot) => slot.job === job);
    if (!gap) throw new Error(`${job} does not wait`);
    gap.job = null;
    this.moves.push({ job, gap });
    if (place === 'front') this.#slots.unshift({ job });
    else this.#slots.push({ job });
  }

  undo({ job, gap }: { job: string; gap: { job: string | null } }): void {
    this.remove(job);
    gap.job = job;
  }
}

describe('queue control under any schedule', () => {
  it('runs each job exactly once, in the expected order', { timeout: 120_000 }, async () => {
    const counts = { undone: 0, moved: 0, executed: 0 };
    await fc.assert(
      fc.asyncProperty(fc.array(event, { minLength: 10, maxLength: 40 }), async (events) => {
        const { server, host } = await startRemote();
        const expected = new ExpectedQueue();
        const places: number[] = [];
        const canceled: string[] = [];
        const started: string[] = [];
        const outcomes: boolean[] = [];
        let isPaused = false;
        const settle = async () => {
          await host.clock.advance(STEP_MS);
          const isIdle = started.length === finished;
          const [next] = expected.jobs;
          if (isPaused || !isIdle || next === undefined) return;
          started.push(next);
          expected.remove(next);
        };
        let finished = 0;
        /** Finishes the job of the server, or starts it. */
        const work = async () => {
          if (started.length === finished) return;
          const before = server.executions.length;
          server.work();
          if (server.executions.length === before) finished += 1;
          await host.clock.advance(STEP_MS);
        };
        for (const each of events) {
          const waiting = expected.jobs;
          const job = 'job' in each ? waiting[each.job % Math.max(1, waiting.length)] : undefined;
          if (each.kind === 'submit') expected.add((await host.submit(graph)).id);
          if (each.kind === 'move' && job !== undefined) {
            const { moved, previous_place } = await move(host, job, each.place);
            outcomes.push(moved);
            expected.move(job, each.place);
            places.push(previous_place ?? 0);
            counts.moved += 1;
          }
          if (each.kind === 'undo' && expected.moves.length > 0) {
            const index = each.move % expected.moves.length;
            const undone = expected.moves[index];
            if (undone && waiting.includes(undone.job)) {
              outcomes.push((await move(host, undone.job, places[index] ?? 0)).moved);
              expected.undo(undone);
              counts.undone += 1;
            }
          }
          if (each.kind === 'cancel' && job !== undefined) {
            await host.cancel(job);
            expected.remove(job);
            canceled.push(job);
          }
          if (each.kind === 'pause' || each.kind === 'resume') {
            isPaused = each.kind === 'pause';
            await pause(host, isPaused);
          }
          if (each.kind === 'work') await work();
          if (each.kind === 'restart') await host.restart();
          if (each.kind === 'kill') await host.kill();
          await settle();
          const atEngine = started.slice(server.executions.length);
          expect(await queued(host)).toEqual([...atEngine, ...expected.jobs]);
          expect(await status(host)).toMatchObject({ state: isPaused ? 'paused' : 'running', atEngine });
          expect(server.executions).toEqual(started.slice(0, server.executions.length));
        }
        isPaused = false;
        await pause(host, false);
        for (let rest = 2 * (expected.jobs.length + 2); rest > 0; rest -= 1) {
          await settle();
          await work();
        }
        expect(outcomes).not.toContain(false);
        expect(expected.jobs).toEqual([]);
        expect(server.executions).toEqual(started);
        for (const id of started) expect((await host.job(id)).status).toBe('succeeded');
        for (const id of canceled) expect((await host.job(id)).status).toBe('canceled');
        counts.executed += started.length;
      }),
      { numRuns: runs(40) },
    );
    expect(Math.min(...Object.values(counts))).toBeGreaterThan(25);
  });
});
