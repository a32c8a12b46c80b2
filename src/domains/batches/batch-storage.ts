import { createDurableStorage, type JournalStorage } from '../journal/journal-storage';
import { durableCells } from './cell-storage';
import type { BatchEntry } from './batch-entry';
import { batchMachine } from './batch-machine';

/** Maximum number of stored batches. The oldest are deleted first, unless they are in progress. */
const MAX_BATCHES = 200;

/** Serialized plan, and the workflow text that it varies. */
export type BatchParts = {
  plan?: string;
  workflow?: string;
};

export type BatchStorage = JournalStorage<BatchEntry, BatchParts>;

const stored: BatchStorage = createDurableStorage({
  entries: 'batches',
  parts: { plan: 'batchPlans', workflow: 'batchWorkflows' },
  // Deleted below, together with their cells.
  findExpired: () => [],
});

export const durableBatches: BatchStorage = {
  ...stored,
  async all() {
    const batches = await stored.all();
    const expired = new Set(superfluousBatches(batches));
    await durableBatches.remove([...expired]);
    return batches.filter(({ id }) => !expired.has(id));
  },
  async remove(ids) {
    await stored.remove(ids);
    await durableCells.remove(ids);
  },
};

/**
 * Returns the ids of the batches to delete.
 * @param batches newest first
 */
export function superfluousBatches(batches: readonly BatchEntry[]): string[] {
  return batches
    .slice(MAX_BATCHES)
    .filter((batch) => !batchMachine.isActive(batch))
    .map(({ id }) => id);
}
