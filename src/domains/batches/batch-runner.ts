import { createRunner, type Runner, type RunnerDeps } from '../journal/runner';
import type { BatchEntry, CellInFlight } from './batch-entry';
import { batchMachine, type BatchEffect, type BatchEvent, type CellNews } from './batch-machine';
import type { BatchParts } from './batch-storage';
import type { CellPorts } from './cell-ports';
import { CellWatcher } from './watch-cells';
import { toRecord } from './cell-record';

export type BatchRunner = Runner<BatchEntry, BatchEvent, BatchParts>;

type SharedDeps = RunnerDeps<BatchEntry, BatchEvent, BatchEffect, BatchParts>;

export interface BatchRunnerDeps extends Pick<SharedDeps, 'storage' | 'now' | 'withLock' | 'sleepUntil' | 'onChange'> {
  ports: CellPorts;
}

export function createBatchRunner({ ports, ...deps }: BatchRunnerDeps): BatchRunner {
  const { now, sleepUntil, onChange } = deps;
  const watcher = new CellWatcher({ ports, now, sleepUntil });
  /** Watches in progress, by batch id. */
  const watches = new Map<string, AbortController>();
  /** As other tabs and the page last got them, by batch id. */
  const shown = new Map<string, BatchEntry>();

  async function watch(batch: BatchEntry): Promise<CellNews[]> {
    const interrupt = new AbortController();
    watches.set(batch.id, interrupt);
    return watcher.watch(batch, interrupt.signal);
  }

  return createRunner({
    ...deps,
    machine: batchMachine,
    resumeEvent: () => ({ kind: 'resume' }),
    async perform(effect, batch) {
      if (effect === 'watch') return { event: { kind: 'watched', news: await watch(batch) } };
      return { event: { kind: 'started', ...(await startCells(batch, ports, now())) } };
    },
    onChange(batch) {
      const before = shown.get(batch.id);
      shown.set(batch.id, batch);
      // Nothing displays what the batch does at the moment, and each message to other tabs copies all cells in flight.
      if (!before || !differsInStateOnly(before, batch)) onChange(batch);
      // Every other change, such as a user action, may allow another cell.
      watches.get(batch.id)?.abort();
      watches.delete(batch.id);
    },
  });
}

function differsInStateOnly(before: BatchEntry, after: BatchEntry): boolean {
  const left = new Map<string, unknown>(Object.entries({ ...before, state: null }));
  const right = Object.entries({ ...after, state: null });
  return right.length === left.size && right.every(([name, value]) => left.get(name) === value);
}

interface Unstarted {
  /** Ids of the submissions that were not stored, for lack of space or since their server was removed. */
  unstored: readonly string[];
  removedServers: readonly string[];
}

/** Stores the submissions of the cells that the batch is starting, unless the outbox or their records have them. */
export async function startCells(batch: BatchEntry, ports: CellPorts, now: number): Promise<Unstarted> {
  const { state } = batch;
  if (state.name !== 'starting') return unstarted([]);
  const cells = batch.inFlight.filter(({ entryId }) => state.entryIds.includes(entryId));
  let unstored = cells;
  try {
    // The id of a planned cell was stored as used together with its place in flight, so nothing can have it.
    const isRepeated = ({ entryId }: CellInFlight) => state.repeatedIds.includes(entryId);
    const areKnown = await Promise.all(cells.map(async (cell) => isRepeated(cell) && isKnown(batch, cell, ports)));
    unstored = cells.filter((_cell, index) => !areKnown[index]);
    if (unstored.length === 0) return unstarted([]);
    const unusable = await ports.submit(batch, unstored);
    unstored = unusable.map(({ cell }) => cell);
    const refused = unusable.flatMap((each) => (each.isServerRemoved ? [] : [each]));
    if (refused.length > 0) {
      await ports.cells.write(
        refused.map(({ cell, message }) => toRecord(batch, cell, { outcome: 'refused', message, finishedAt: now })),
      );
    }
    const removed = unusable.flatMap(({ cell, isServerRemoved }) => (isServerRemoved ? [cell] : []));
    return unstarted(removed, new Set(removed.map(({ surfaceId }) => surfaceId)));
  } catch {
    return unstarted(unstored);
  }
}

function unstarted(cells: readonly CellInFlight[], removedServers: ReadonlySet<string> = new Set()): Unstarted {
  return { unstored: cells.map(({ entryId }) => entryId), removedServers: [...removedServers] };
}

async function isKnown(
  batch: BatchEntry,
  { entryId, cell, attempt }: CellInFlight,
  ports: CellPorts,
): Promise<boolean> {
  const [submission, record] = await Promise.all([ports.readSubmission(entryId), ports.cells.read(batch.id, cell)]);
  return submission !== null || (record !== null && record.attempt >= attempt);
}
