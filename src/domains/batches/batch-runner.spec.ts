import { describe, expect, it } from 'vitest';
import { createMemoryStorage } from '../journal/journal-storage';
import { createTabLock } from '../journal/tab-lock';
import type { BatchEntry, CellInFlight } from './batch-entry';
import type { BatchEvent } from './batch-machine';
import { createBatchRunner, startCells, type BatchRunner } from './batch-runner';
import type { BatchParts } from './batch-storage';
import type { CellPorts } from './cell-ports';
import { CellWorld } from './testing/cell-world';
import { makeBatch } from './testing/make-batch';

/** A tab in which each sleep passes the time at once. */
function openTab(world: CellWorld, ports: Partial<CellPorts> = {}) {
  const storage = createMemoryStorage<BatchEntry, BatchParts>();
  const tab = {
    now: 0,
    writes: 0,
    /** Called before each sleep. */
    onSleep: (_runner: BatchRunner): unknown => undefined,
    /** Called when a write begins. */
    onWrite: (_batch: BatchEntry, _runner: BatchRunner): unknown => undefined,
    read: async (id: string) => {
      const batch = await storage.read(id);
      if (!batch) throw new Error(`No batch ${id}`);
      return batch;
    },
    async run(batch: BatchEntry): Promise<BatchEntry> {
      await storage.add([batch]);
      await runner.drive(batch.id);
      return tab.read(batch.id);
    },
    act: (id: string, event: BatchEvent) => runner.act(id, event),
  };
  const runner = createBatchRunner({
    storage: {
      ...storage,
      write: (entry) => {
        tab.writes += 1;
        void tab.onWrite(entry, runner);
        return storage.write(entry);
      },
    },
    ports: { ...world.ports, ...ports },
    now: () => tab.now,
    withLock: createTabLock('test.', false),
    async sleepUntil(until, wake) {
      tab.onSleep(runner);
      const isWoken = await Promise.race([
        wake.then(() => true),
        new Promise((resolve) => setImmediate(resolve, false)),
      ]);
      if (!isWoken) tab.now = Math.max(tab.now, until);
    },
    onChange: () => {},
  });
  return tab;
}

describe('the runner of a batch', () => {
  it('runs 1,000 cells with a bounded number of writes and requests, whatever their duration', async () => {
    const world = new CellWorld();
    const tab = openTab(world);
    let endsAt = 0;
    tab.onSleep = () => {
      if (tab.now < endsAt) return;
      world.finish(8);
      // Each job takes five minutes.
      endsAt = tab.now + 300_000;
    };
    const done = await tab.run(makeBatch({ count: 1000, limit: 8 }));
    expect(done.tally.succeeded).toBe(1000);
    expect(world.violations).toEqual([]);
    expect(world.jobs).toHaveLength(1000);
    expect(tab.now).toBeGreaterThan(10 * 3_600_000);
    // Start, submitted and end: two writes of the entry each.
    expect(tab.writes / 1000).toBeLessThanOrEqual(6.1);
    // Submission and outcome.
    expect(world.writeCount / 1000).toBeLessThanOrEqual(2);
    // At most one request in five seconds for each job.
    expect(world.readCount / 1000).toBeLessThanOrEqual(75);
    // The stored entry does not grow with the number of cells.
    expect(JSON.stringify(done).length).toBeLessThan(1000);
  });

  it('starts the next cell at once when the limit is raised during a watch', async () => {
    const world = new CellWorld();
    const starts: number[] = [];
    const tab = openTab(world, {
      submit(batch, cells) {
        starts.push(...cells.map(() => tab.now));
        return world.ports.submit(batch, cells);
      },
    });
    tab.onSleep = (runner) => {
      if (world.jobs.length === 1) void runner.actIfHeld('batch', { kind: 'user_limit', limit: 3 });
      else world.finish(Infinity);
    };
    await tab.run(makeBatch({ count: 3, limit: 1 }));
    expect(starts).toEqual([0, 0, 0]);
    expect(world.violations).toEqual([]);
  });

  it('starts the next cell at once when the limit is raised at any moment as a watch begins', async () => {
    for (let microtasks = 0; microtasks < 60; microtasks += 1) {
      const world = new CellWorld();
      const starts: number[] = [];
      const tab = openTab(world, {
        submit(batch, cells) {
          starts.push(...cells.map(() => tab.now));
          return world.ports.submit(batch, cells);
        },
      });
      let isRaised = false;
      tab.onWrite = async ({ id, inFlight }, runner) => {
        if (isRaised || !inFlight.some(({ jobId }) => jobId !== null)) return;
        isRaised = true;
        for (let index = 0; index < microtasks; index += 1) await Promise.resolve();
        await runner.actIfHeld(id, { kind: 'user_limit', limit: 2 });
      };
      // The first job ends only once time has passed, or the second one has started.
      tab.onSleep = () => (tab.now > 0 || starts.length === 2) && world.finish(Infinity);
      await tab.run(makeBatch({ count: 2, limit: 1 }));
      expect(starts, `after ${microtasks} microtasks`).toEqual([0, 0]);
    }
  });

  it('records a cell that cannot be submitted as rejected, and pauses', async () => {
    const world = new CellWorld();
    const tab = openTab(world, {
      submit: async (_batch, cells) =>
        cells.map((cell) => ({ cell, isServerRemoved: false, message: 'The workflow is gone.' })),
    });
    const paused = await tab.run(makeBatch());
    expect(paused).toMatchObject({ pauseReason: 'refused', tally: { refused: 1 } });
    expect(world.records.get('batch/0')).toMatchObject({ outcome: 'refused', message: 'The workflow is gone.' });
  });

  it('rejects no cell of a removed server, and runs all once it is added again and the batch resumed', async () => {
    const world = new CellWorld();
    let isRemoved = true;
    const tab = openTab(world, {
      submit: async (batch, cells) =>
        isRemoved ? cells.map((cell) => ({ cell, isServerRemoved: true as const })) : world.ports.submit(batch, cells),
    });
    tab.onSleep = () => world.finish(Infinity);
    const paused = await tab.run(makeBatch());
    expect(paused).toMatchObject({ pauseReason: 'removed', inFlight: [], tally: { refused: 0 } });
    expect(world.records.size).toBe(0);
    isRemoved = false;
    await tab.act('batch', { kind: 'user_resume' });
    expect((await tab.read('batch')).tally.succeeded).toBe(4);
    expect(world.violations).toEqual([]);
  });

  it('tries again to store a submission once there is room', async () => {
    const world = new CellWorld();
    world.rooms = [false, false];
    const tab = openTab(world);
    tab.onSleep = () => world.finish(Infinity);
    const done = await tab.run(makeBatch({ count: 1 }));
    expect(done.tally.succeeded).toBe(1);
    expect(world.stored).toEqual(['batch.0.1']);
  });

  it('continues with other servers while the queue of one is full', async () => {
    const world = new CellWorld();
    world.answers = ['queue_full'];
    const tab = openTab(world);
    tab.onSleep = () => {
      if (world.jobs.length === 3) world.deliver();
      world.finish(Infinity);
    };
    const done = await tab.run(makeBatch({ surfaceIds: ['full', 'free'] }));
    expect(done.tally.succeeded).toBe(4);
    expect(world.jobs.slice(0, 3).map(({ surfaceId }) => surfaceId)).toEqual(['free', 'free', 'free']);
  });

  it('runs a retry whose record shows that its attempt was made without a second job', async () => {
    const world = new CellWorld();
    const tab = openTab(world);
    world.ends = ['failed'];
    tab.onSleep = () => world.finish(Infinity);
    const failed = await tab.run(makeBatch({ count: 1 }));
    expect(failed.tally.failed).toBe(1);
    const retry: BatchEvent = { kind: 'user_retry', cells: [{ cell: 0, attempt: 2, retryOf: 'failed' }] };
    world.ends = ['failed'];
    await tab.act('batch', retry);
    expect(world.jobs).toHaveLength(2);
    // The same click, from a tab that has not heard of the attempt.
    await tab.act('batch', retry);
    expect(world.jobs).toHaveLength(2);
    expect((await tab.read('batch')).tally).toMatchObject({ failed: 1, succeeded: 0 });
  });
});

function started(cell: number): CellInFlight {
  const place = { surfaceId: 'local', entryId: `batch.${cell}.1`, jobId: null, startedAt: 0, isWithdrawn: false };
  return { cell, attempt: 1, retryOf: null, ...place };
}

it('asks the outbox only for cells that were started before, and starts those that it does not have', async () => {
  const world = new CellWorld();
  const read: string[] = [];
  const ports = {
    ...world.ports,
    readSubmission: async (entryId: string) => {
      read.push(entryId);
      return entryId === 'batch.1.1' ? { state: { name: 'canceled' as const }, isDismissed: false } : null;
    },
  };
  const inFlight = [0, 1, 2].map(started);
  const entryIds = inFlight.map(({ entryId }) => entryId);
  const batch = makeBatch({ inFlight, state: { name: 'starting', entryIds, repeatedIds: ['batch.0.1', 'batch.1.1'] } });
  await startCells(batch, ports, 0);
  expect(read).toEqual(['batch.0.1', 'batch.1.1']);
  expect([...world.submissions.keys()]).toEqual(['batch.0.1', 'batch.2.1']);
});
