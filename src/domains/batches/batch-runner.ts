import { createRunner, type Runner, type RunnerDeps } from '../journal/runner';
import type { BatchEntry } from './batch-entry';
import { batchMachine, type BatchEffect, type BatchEvent, type CellNews } from './batch-machine';
import type { BatchParts } from './batch-storage';
import type { CellPorts } from './cell-ports';
import { startCells } from './start-cells';
import { CellWatcher } from './watch-cells';

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
