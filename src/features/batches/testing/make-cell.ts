import type { BatchCell } from '@/domains/batches/batch-cell';

/** The record of a cell that succeeded. */
export function makeCell(change: Partial<BatchCell> = {}): BatchCell {
  const cell = change.cell ?? 0;
  return {
    batchId: 'batch',
    cell,
    attempt: 1,
    surfaceId: 'local',
    entryId: `batch.${cell}.1`,
    jobId: `job-${cell}`,
    outcome: 'succeeded',
    message: null,
    finishedAt: 1,
    ...change,
  };
}
