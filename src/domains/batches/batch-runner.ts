import { createRunner, type Runner, type RunnerDeps } from '../journal/runner';
import type { BatchEntry } from './batch-entry';
import { batchMachine, type BatchEffect, type BatchEvent, type CellNews } from './batch-machine';
import type { BatchParts } from './batch-storage';
import type { CellPorts } from './cell-ports';
import { startCell } from './start-cell';
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
      return { event: { kind: 'started', isStored: await startCell(batch, ports, now()) } };
    },
    onChange(batch) {
      onChange(batch);
      // Every other change, such as a user action, may allow another cell.
      watches.get(batch.id)?.abort();
      watches.delete(batch.id);
    },
  });
}
