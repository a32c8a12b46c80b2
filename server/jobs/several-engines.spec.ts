import { fc, runs } from '@contract/testing/properties';
import { describe, expect, it, vi } from 'vitest';
import type { Job } from '@contract/jobs/schemas';
import { EnginePool } from '../engines/engine-pool';
import { openRemote, RemoteDouble } from '../engines/testing/remote-double';
import { seededRandom } from '../testing/seeded-random';
import { JobHost } from './testing/job-host';

const STEP_MS = 100;

const graphFor = (model: string) => ({
  1: { class_type: 'Load', inputs: { model } },
  2: { class_type: 'Save', inputs: { model: ['1', 0] } },
});

/** Several servers, and a series of gateway processes in front of the configured ones. */
async function startFleet(servers: readonly RemoteDouble[]) {
  let named: readonly RemoteDouble[] = servers;
  let drained: readonly string[] = [];
  const poolOf = { current: null as EnginePool | null };
  const configOf = ({ name }: RemoteDouble) => ({ name, url: `http://${name}` });
  const host = await JobHost.start({
    settings: { queueDepth: 10_000 },
    openEngine: (clock) => {
      const left = servers.filter((server) => !named.includes(server) && server.notes.size > 0);
      poolOf.current = new EnginePool({
        engines: named.map(configOf),
        removed: left.map(configOf),
        open: ({ name }) => openRemote(servers.find((server) => server.name === name) as RemoteDouble, clock),
        embedded: null,
        drained: { read: () => drained, write: (names) => (drained = names) },
      });
      return poolOf.current;
    },
  });
  return {
    host,
    pool: () => poolOf.current as EnginePool,
    /** Applies from the next start of the gateway. */
    name: (next: readonly RemoteDouble[]) => (named = next),
    /** Applies immediately, like a change of the configuration. */
    configure(next: readonly RemoteDouble[]) {
      named = next;
      poolOf.current?.configure(next.map(configOf));
    },
    /** Jobs given to an engine run. */
    async begin() {
      await host.clock.advance(1);
      for (const server of servers) server.begin();
      await host.clock.advance(STEP_MS);
    },
    async step() {
      for (const server of servers) server.work();
      await host.clock.advance(STEP_MS);
      for (const server of servers) server.begin();
    },
    async jobs(ids: readonly string[]): Promise<Job[]> {
      return Promise.all(ids.map((id) => host.job(id)));
    },
    /** Returns all jobs from the list, oldest first, which takes a hundredth of the requests. */
    async listed(): Promise<Job[]> {
      const jobs: Job[] = [];
      let page = await host.list('?limit=100');
      while (page.next_cursor !== undefined) {
        jobs.push(...page.jobs);
        page = await host.list(`?limit=100&cursor=${page.next_cursor}`);
      }
      return [...jobs, ...page.jobs].toReversed();
    },
  };
}

/** Returns status, number of outputs and error code. */
const TRUE_ENDS = [
  ['succeeded', 1, null],
  ['canceled', 0, null],
  ['failed', 0, 'engine_lost'],
];

type Fleet = Awaited<ReturnType<typeof startFleet>>;

const engineOf = (fleet: Fleet, id: string) => fleet.host.deps.store.jobs.get(id)?.engine;

/** Callers see the waiting jobs in submission order. */
function expectTruePositions(jobs: readonly Job[]): void {
  const waiting = jobs.filter(({ status }) => status === 'queued');
  expect(waiting.map(({ queue_position }) => queue_position)).toEqual(waiting.map((_job, index) => index + 1));
}

/** Each job has one actual outcome and an output only if it succeeded, and no two servers ran the same job. */
function expectTrueEnds(fleet: Fleet, servers: readonly RemoteDouble[], jobs: readonly Job[]): void {
  const executions = servers.flatMap(({ name, executions }) => executions.map((id) => ({ id, name })));
  expect(new Set(executions.map(({ id }) => id)).size).toBe(executions.length);
  const ranOn = new Map(executions.map(({ id, name }) => [id, name]));
  const forgotten = new Set(servers.flatMap((server) => server.forgotten));
  for (const job of jobs) {
    expect(TRUE_ENDS).toContainEqual([job.status, job.outputs.length, job.error?.code ?? null]);
    expect(job.status === 'failed' ? forgotten.has(job.id) : engineOf(fleet, job.id) === ranOn.get(job.id)).toBe(true);
  }
}

describe('several engines', () => {
  it('do not read a workflow again to determine where it can run', async () => {
    const fleet = await startFleet([new RemoteDouble('a', ['x']), new RemoteDouble('b', ['x'])]);
    const read = vi.spyOn(fleet.host.deps.store.jobs, 'workflowText');
    const { id } = await fleet.host.submit(graphFor('x'));
    expect(fleet.pool().engines()).toMatchObject([{ jobs: [id] }, { jobs: [] }]);
    expect(read).not.toHaveBeenCalled();
  });

  it('run one job each, oldest first, and each job reports its engine', async () => {
    const servers = [new RemoteDouble('a', ['x']), new RemoteDouble('b', ['x'])];
    const fleet = await startFleet(servers);
    const ids: string[] = [];
    for (let count = 0; count < 5; count += 1) ids.push((await fleet.host.submit(graphFor('x'))).id);
    await fleet.begin();
    expect(servers.map(({ executions }) => executions)).toEqual([[ids[0]], [ids[1]]]);
    expect(fleet.pool().engines()).toMatchObject([
      { name: 'a', state: 'active', jobs: [ids[0]] },
      { name: 'b', state: 'active', jobs: [ids[1]] },
    ]);
    expectTruePositions(await fleet.jobs(ids));
    for (let steps = 0; steps < 10; steps += 1) await fleet.step();
    expectTrueEnds(fleet, servers, await fleet.jobs(ids));
    expect(await fleet.host.job(ids[1] ?? '')).toMatchObject({ status: 'succeeded', engine: 'b' });
  });

  it('run a job where its model is, and start others while that engine is busy', async () => {
    const servers = [new RemoteDouble('a', ['x']), new RemoteDouble('b', ['x', 'big'])];
    const fleet = await startFleet(servers);
    const [first, second, third] = [
      await fleet.host.submit(graphFor('big')),
      await fleet.host.submit(graphFor('big')),
      await fleet.host.submit(graphFor('x')),
    ];
    await fleet.begin();
    expect(servers.map(({ executions }) => executions)).toEqual([[third.id], [first.id]]);
    expect(await fleet.host.job(second.id)).toMatchObject({ status: 'queued', queue_position: 1, progress: null });
    for (let steps = 0; steps < 6; steps += 1) await fleet.step();
    expect(servers[1]?.executions).toEqual([first.id, second.id]);
    expectTrueEnds(fleet, servers, await fleet.jobs([first.id, second.id, third.id]));
  });

  it('let a job wait for the only engine with its model, with the reason, while others run', async () => {
    const servers = [new RemoteDouble('a', ['x']), new RemoteDouble('b', ['big'])];
    const fleet = await startFleet(servers);
    servers[1]?.kill();
    const big = await fleet.host.submit(graphFor('big'));
    const other = await fleet.host.submit(graphFor('x'));
    for (let steps = 0; steps < 5; steps += 1) await fleet.step();
    expect((await fleet.host.job(other.id)).status).toBe('succeeded');
    expect(await fleet.host.job(big.id)).toMatchObject({ status: 'queued', progress: { message: 'b is away' } });
    if (servers[1]) servers[1].isUp = true;
    for (let steps = 0; steps < 20; steps += 1) await fleet.step();
    expect((await fleet.host.job(big.id)).status).toBe('succeeded');
  });

  it('assign a job whose model is missing everywhere to the first one with its classes, which reports it', async () => {
    const servers = [new RemoteDouble('a', ['x']), new RemoteDouble('b', ['x'])];
    const fleet = await startFleet(servers);
    const job = await fleet.host.submit(graphFor('unheard-of'));
    for (let steps = 0; steps < 5; steps += 1) await fleet.step();
    expect(servers[0]?.executions).toEqual([job.id]);
  });

  it('are drained when they are removed from the configuration: their job finishes, and they get no other', async () => {
    const servers = [new RemoteDouble('a', ['x']), new RemoteDouble('b', ['x'])];
    const fleet = await startFleet(servers);
    const ids: string[] = [];
    for (let count = 0; count < 6; count += 1) ids.push((await fleet.host.submit(graphFor('x'))).id);
    await fleet.begin();
    fleet.name(servers.slice(0, 1));
    await fleet.host.kill();
    await fleet.host.clock.advance(1);
    expect(fleet.pool().engines()).toMatchObject([
      { name: 'a', state: 'active', jobs: [ids[0]] },
      { name: 'b', state: 'removed', jobs: [ids[1]] },
    ]);
    for (let steps = 0; steps < 30; steps += 1) await fleet.step();
    expect(servers[1]?.executions).toEqual([ids[1]]);
    expect((await fleet.jobs(ids)).map(({ status }) => status)).toEqual(ids.map(() => 'succeeded'));
    expect(fleet.pool().engines()).toMatchObject([{ name: 'a', jobs: [] }]);
  });

  it('that are drained finish their job, and get no other until they are resumed, even after a restart', async () => {
    const servers = [new RemoteDouble('a', ['x']), new RemoteDouble('b', ['x'])];
    const fleet = await startFleet(servers);
    const ids: string[] = [];
    for (let count = 0; count < 6; count += 1) ids.push((await fleet.host.submit(graphFor('x'))).id);
    await fleet.begin();
    expect(fleet.pool().drain('a', true)).toBe('done');
    for (let steps = 0; steps < 2; steps += 1) await fleet.step();
    await fleet.host.restart();
    expect(fleet.pool().engines()).toMatchObject([{ state: 'draining', drainedBy: 'console', jobs: [] }, {}]);
    expectTruePositions(await fleet.jobs(ids));
    for (let steps = 0; steps < 30; steps += 1) await fleet.step();
    expect(servers.map(({ executions }) => executions)).toEqual([[ids[0]], ids.slice(1)]);
    expect((await fleet.jobs(ids)).map(({ status }) => status)).toEqual(ids.map(() => 'succeeded'));
    fleet.pool().drain('a', false);
    const next = await fleet.host.submit(graphFor('x'));
    for (let steps = 0; steps < 5; steps += 1) await fleet.step();
    expect(servers[0]?.executions).toEqual([ids[0], next.id]);
  });

  it('that are drained keep jobs waiting whose model only they have, with the reason', async () => {
    const servers = [new RemoteDouble('a', ['x']), new RemoteDouble('b', ['big'])];
    const fleet = await startFleet(servers);
    fleet.pool().drain('b', true);
    const [big, other] = [await fleet.host.submit(graphFor('big')), await fleet.host.submit(graphFor('x'))];
    for (let steps = 0; steps < 5; steps += 1) await fleet.step();
    expect((await fleet.host.job(other.id)).status).toBe('succeeded');
    const waits = { status: 'queued', progress: { message: 'Waits for b, which is draining' } };
    expect(await fleet.host.job(big.id)).toMatchObject(waits);
    fleet.pool().drain('a', true);
    expect(fleet.pool().health()).toMatchObject({
      isReady: false,
      waitingReason: 'Waits for a, b, which are draining',
    });
    fleet.pool().drain('b', false);
    for (let steps = 0; steps < 20; steps += 1) await fleet.step();
    expect(servers.map(({ executions }) => executions)).toEqual([[other.id], [big.id]]);
  });

  it('can be added and removed while jobs run, and each job finishes where it is', async () => {
    const servers = ['a', 'b', 'c'].map((name) => new RemoteDouble(name, ['x'])) as [
      RemoteDouble,
      RemoteDouble,
      RemoteDouble,
    ];
    const [a, b, c] = servers;
    const fleet = await startFleet(servers);
    fleet.configure([a, b]);
    const ids: string[] = [];
    for (let count = 0; count < 6; count += 1) ids.push((await fleet.host.submit(graphFor('x'))).id);
    await fleet.begin();
    fleet.configure([b, c]);
    expect(fleet.pool().engines()).toMatchObject([
      { name: 'b', state: 'active', jobs: [ids[1]] },
      { name: 'c', state: 'active', jobs: [] },
      { name: 'a', state: 'removed', jobs: [ids[0]] },
    ]);
    expectTruePositions(await fleet.jobs(ids));
    for (let steps = 0; steps < 30; steps += 1) await fleet.step();
    expect(a.executions).toEqual([ids[0]]);
    expect(c.executions.length).toBeGreaterThan(0);
    expect(
      fleet
        .pool()
        .engines()
        .map(({ name }) => name),
    ).toEqual(['b', 'c']);
    expectTrueEnds(fleet, servers, await fleet.jobs(ids));
  });

  it('can become unreachable with a job while the others continue, and resume it', async () => {
    const servers = [new RemoteDouble('a', ['x']), new RemoteDouble('b', ['x'])];
    const fleet = await startFleet(servers);
    const ids: string[] = [];
    for (let count = 0; count < 4; count += 1) ids.push((await fleet.host.submit(graphFor('x'))).id);
    // Both have a prompt that has not started.
    await fleet.host.clock.advance(1);
    servers[0]?.kill();
    for (let steps = 0; steps < 10; steps += 1) await fleet.step();
    expect(servers[1]?.executions).toEqual(ids.slice(1));
    expect(await fleet.host.job(ids[0] ?? '')).toMatchObject({ status: 'queued', queue_position: 1 });
    if (servers[0]) servers[0].isUp = true;
    for (let steps = 0; steps < 10; steps += 1) await fleet.step();
    expect(servers[0]?.executions).toEqual(ids.slice(0, 1));
    expect((await fleet.jobs(ids)).map(({ status }) => status)).toEqual(ids.map(() => 'succeeded'));
  });
});

const event = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('submit' as const), model: fc.nat(2) }) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('steps' as const), count: fc.integer({ min: 1, max: 4 }) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('kill' as const), server: fc.nat(2) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('revive' as const), server: fc.nat(2) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('cancel' as const), job: fc.nat(9) }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('drain' as const), server: fc.nat(2), isWanted: fc.boolean() }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('configure' as const), named: fc.integer({ min: 1, max: 7 }) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('restart' as const), named: fc.integer({ min: 1, max: 7 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('crash' as const), named: fc.integer({ min: 1, max: 7 }) }) },
);

describe('several engines under any schedule', () => {
  it('lose no job, run none twice, and report correct positions', { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(event, { minLength: 5, maxLength: 25 }), async (events) => {
        const models = ['x', 'y', 'z'];
        const servers = [
          new RemoteDouble('a', ['x', 'y']),
          new RemoteDouble('b', ['x', 'z']),
          new RemoteDouble('c', models),
        ];
        const fleet = await startFleet(servers);
        const ids: string[] = [];
        for (const each of events) {
          if (each.kind === 'submit') ids.push((await fleet.host.submit(graphFor(models[each.model] ?? 'x'))).id);
          if (each.kind === 'steps') for (let left = each.count; left > 0; left -= 1) await fleet.step();
          if (each.kind === 'kill') servers[each.server]?.kill();
          if (each.kind === 'revive') Object.assign(servers[each.server] ?? {}, { isUp: true });
          if (each.kind === 'cancel' && ids[each.job] !== undefined) await fleet.host.cancel(ids[each.job] ?? '');
          if (each.kind === 'drain') fleet.pool().drain(servers[each.server]?.name ?? '', each.isWanted);
          if (each.kind === 'configure') {
            fleet.configure(servers.filter((_server, index) => (each.named & (1 << index)) !== 0));
          }
          if (each.kind === 'restart' || each.kind === 'crash') {
            fleet.name(servers.filter((_server, index) => (each.named & (1 << index)) !== 0));
            await (each.kind === 'restart' ? fleet.host.restart() : fleet.host.kill());
          }
          expectTruePositions(await fleet.jobs(ids));
        }
        for (const server of servers) server.isUp = true;
        fleet.configure(servers);
        for (const { name } of servers) fleet.pool().drain(name, false);
        for (let steps = 0; steps < 30 + ids.length * 6; steps += 1) await fleet.step();
        const executions = servers.flatMap((server) => server.executions);
        expect(new Set(executions).size).toBe(executions.length);
        for (const job of await fleet.jobs(ids)) {
          expect(TRUE_ENDS).toContainEqual([job.status, job.outputs.length, job.error?.code ?? null]);
        }
      }),
      { numRuns: runs(10) },
    );
  });

  it(
    'finish a thousand jobs with their actual outcome on ten engines while they and the gateway are killed',
    { timeout: 180_000 },
    async () => {
      const random = seededRandom(56);
      const servers = Array.from(
        { length: 10 },
        (_, index) => new RemoteDouble(`e${index}`, ['x', `only${index % 5}`]),
      );
      const fleet = await startFleet(servers);
      const ids: string[] = [];
      for (let count = 0; count < 1000; count += 1) {
        const model = random() < 0.7 ? 'x' : `only${Math.floor(random() * 5)}`;
        ids.push((await fleet.host.submit(graphFor(model))).id);
      }
      for (let round = 0; ; round += 1) {
        for (const server of servers) if (!server.isUp && random() < 0.3) server.isUp = true;
        const victim = servers[Math.floor(random() * 40)];
        if (victim?.isUp) victim.kill();
        if (round % 40 === 20) await fleet.host.kill();
        if (round % 40 === 39) {
          fleet.name(servers.filter(() => random() < 0.8));
          await fleet.host.restart();
        }
        await fleet.step();
        if (round % 10 === 5) fleet.configure(servers.filter(() => random() < 0.9));
        if (round % 10 === 7) fleet.pool().drain(`e${Math.floor(random() * 10)}`, random() < 0.5);
        if (round % 50 === 0) expectTruePositions(await fleet.listed());
        const left = fleet.host.deps.store.jobs.withStatus(['queued', 'running', 'canceling']).length;
        if (left === 0) break;
        expect(round).toBeLessThan(3000);
      }
      const jobs = await fleet.listed();
      expect(jobs.map(({ id }) => id)).toEqual(ids);
      expectTrueEnds(fleet, servers, jobs);
      const done = jobs.filter(({ status }) => status === 'succeeded');
      expect(done.length).toBeGreaterThan(900);
      expect(servers.every(({ executions }) => executions.length > 20)).toBe(true);
    },
  );
});
