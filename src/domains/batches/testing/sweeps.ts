import { fc } from '@contract/testing/properties';
import type { TabWorld } from '../../journal/testing/browser-world';
import { scenarioPlan, type Subject } from '../../journal/testing/fault-scenario';
import { toRetry, type BatchCell } from '../batch-cell';
import { isFinishedBatch, unstartedCells, type BatchEntry } from '../batch-entry';
import type { BatchEvent } from '../batch-machine';
import { createBatchRunner, type BatchRunner } from '../batch-runner';
import type { BatchParts } from '../batch-storage';
import type { CellPorts } from '../cell-ports';
import { CellWorld, type Answer } from './cell-world';
import { makeBatch } from './make-batch';

const CELLS = 10;
const NO_CELL = { cell: -1, attempt: 1, surfaceId: '', entryId: '', jobId: null, outcome: 'sending' } as const;
const ANSWERS: readonly Answer[] = ['accepted', 'queue_full', 'lost', 'refused', 'unsettled'];

export const sweepPlan = fc.record({
  surfaceIds: fc.constantFrom<string[]>(['local'], ['local', 'shed']),
  cap: fc.constantFrom(null, 1, 2),
  /** Per write of a submission or record: whether the browser had space for it. */
  rooms: fc.array(fc.boolean(), { maxLength: 8 }),
  answers: fc.array(fc.constantFrom(...ANSWERS), { maxLength: 8 }),
  ends: fc.array(fc.constantFrom('succeeded', 'failed', 'canceled'), { maxLength: 8 }),
  durations: fc.array(fc.nat(2), { maxLength: 8 }),
  story: scenarioPlan(['finish', 'finish_all', 'deliver', 'server_down', 'server_up']),
});
type SweepPlan = typeof sweepPlan extends fc.Arbitrary<infer T> ? T : never;

/** Batches with the real machine, runner and effects, on an outbox and servers that fail. */
export function makeSweeps(
  { surfaceIds, cap = null, ...faults }: Omit<SweepPlan, 'story' | 'cap'> & Partial<Pick<SweepPlan, 'cap'>>,
  world = new CellWorld(),
): Subject<BatchEntry, BatchEvent, BatchParts> {
  world.rooms = [...faults.rooms];
  world.answers = [...faults.answers];
  world.ends = [...faults.ends];
  world.durations = [...faults.durations];
  let isCalm = false;
  const calm = () => {
    world.dismissUnsettled();
    world.deliver();
    world.finish(Infinity);
  };

  return {
    createRunner(tab, { onChange, travel }) {
      const ports = portsOfTab(world.ports, tab, async () => {
        await travel();
        if (isCalm) calm();
      });
      return withRetries(createBatchRunner({ ...tab.shared, ports, onChange }), world);
    },
    makeEntry: (id, now) =>
      makeBatch({
        id,
        createdAt: now,
        surfaceIds,
        count: CELLS,
        limit: 8,
        ...(cap === null ? {} : { cap }),
        state: { name: 'ready', until: now },
      }),
    clicks: [
      { kind: 'user_pause' },
      { kind: 'user_resume' },
      { kind: 'user_stop' },
      // `withRetries` adds the cells.
      { kind: 'user_retry', cells: [] },
      { kind: 'user_limit', limit: 1 },
      { kind: 'user_limit', limit: 6 },
      // `withRetries` chooses the cell.
      { kind: 'user_settle', cell: NO_CELL, as: 'canceled' },
    ],
    helps: { kind: 'user_resume' },
    amendment: { title: 'Amended' },
    meetFault(fault) {
      if (fault === 'finish') world.finish(1);
      else if (fault === 'finish_all') world.finish(Infinity);
      else if (fault === 'deliver') world.deliver();
      else if (fault === 'server_down') world.down.add('local');
      else world.down.clear();
    },
    endFaults() {
      world.rooms = [];
      world.answers = [];
      world.down.clear();
      isCalm = true;
    },
    findFalsehoods: (batch) => findFalsehoods(world, batch),
    findWrongs(pressed) {
      const entryIds = world.jobs.map(({ entryId }) => entryId);
      return [
        ...world.violations,
        ...entryIds.filter((id, index) => entryIds.indexOf(id) < index).map((id) => `${id} made two jobs`),
        ...entryIds.filter((id) => !pressed.includes(id.split('.')[0] ?? '')).map((id) => `${id} comes from no click`),
      ];
    },
    findUnreported(batch) {
      const records = recordsOf(world, batch);
      const outcomes = records.map(({ outcome }) => outcome);
      const unrecorded = world.jobs.filter(({ entryId }) => {
        const [batchId, cell] = entryId.split('.');
        return batchId === batch.id && !records.some((record) => record.cell === Number(cell));
      });
      const miscounted = Object.entries(batch.tally).filter(
        ([name, count]) => outcomes.filter((outcome) => outcome === name).length !== count,
      );
      return [
        ...(isFinishedBatch(batch) ? [] : [`${batch.id} ended before its cells did`]),
        ...(batch.isStopped || unstartedCells(batch) === 0 ? [] : [`${batch.id} has not started all cells`]),
        ...unrecorded.map(({ entryId }) => `${batch.id} does not know of ${entryId}`),
        ...miscounted.map(([name, count]) => `${batch.id} counts ${count} ${name}, of ${outcomes.join()}`),
      ];
    },
  };
}

/** Claims of a displayed batch that are not true, whatever has been stored of it. */
function findFalsehoods(world: CellWorld, batch: BatchEntry): string[] {
  const { id, inFlight, tally, retries } = batch;
  const ofBatch = world.jobs.filter(({ entryId }) => entryId.startsWith(`${id}.`));
  const invented = inFlight.filter(
    ({ jobId, entryId }) => jobId !== null && !ofBatch.some((job) => job.id === jobId && job.entryId === entryId),
  );
  const early = (['succeeded', 'failed', 'canceled'] as const).filter(
    (outcome) => outcome !== 'canceled' && tally[outcome] > ofBatch.filter(({ status }) => status === outcome).length,
  );
  const isConsistent = Object.values(tally).every((count) => count >= 0) && unstartedCells(batch) >= retries.length;
  return [
    ...invented.map(({ entryId }) => `${entryId} shows a job that it did not make`),
    ...early.map((outcome) => `${id} counts more ${outcome} than there are`),
    ...(isConsistent ? [] : [`${id} does not add up`]),
  ];
}

function recordsOf({ records }: CellWorld, { id }: BatchEntry): BatchCell[] {
  return [...records.values()].filter(({ batchId }) => batchId === id);
}

/** Storage may be slow before and after the work. A killed tab stops at either point: its work does not happen later. */
function portsOfTab(ports: CellPorts, tab: TabWorld<BatchEntry>, travel: () => Promise<void>): CellPorts {
  const request = async <T>(work: () => Promise<T>): Promise<T> => {
    await tab.outside(travel);
    const result = await tab.outside(work);
    await tab.outside(travel);
    return result;
  };
  return {
    cells: {
      read: (batchId, cell) => request(() => ports.cells.read(batchId, cell)),
      write: (records) => request(() => ports.cells.write(records)),
    },
    submit: (batch, cells) => request(() => ports.submit(batch, cells)),
    readSubmission: (entryId) => request(() => ports.readSubmission(entryId)),
    cancelSubmission: (entryId) => request(() => ports.cancelSubmission(entryId)),
    releaseSubmissions: (entryIds) => request(() => ports.releaseSubmissions(entryIds)),
    followSubmissions: ports.followSubmissions,
    followJobs: ports.followJobs,
    readJob: (surfaceId, jobId) => request(() => ports.readJob(surfaceId, jobId)),
  };
}

/** Retries the cells whose records allow it, as `actOnBatch` does, and marks one whose outcome is unknown. */
function withRetries(runner: BatchRunner, { records }: CellWorld): BatchRunner {
  const prepared = (id: string, event: BatchEvent): BatchEvent => {
    if (event.kind === 'user_settle') {
      const unknown = [...records.values()].find(({ batchId, outcome }) => batchId === id && outcome === 'unsettled');
      return unknown ? { ...event, cell: unknown } : event;
    }
    if (event.kind !== 'user_retry') return event;
    return {
      kind: 'user_retry',
      cells: [...records.values()].filter(({ batchId }) => batchId === id).flatMap(toRetry),
    };
  };
  return {
    ...runner,
    act: (id, event) => runner.act(id, prepared(id, event)),
    actIfHeld: (id, event) => runner.actIfHeld(id, prepared(id, event)),
  };
}
