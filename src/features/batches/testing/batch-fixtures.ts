import type { BatchCell } from '@/domains/batches/batch-cell';
import type { BatchEntry } from '@/domains/batches/batch-entry';

/** A batch of four cells that has sent nothing yet. */
export function makeBatch(change: Partial<BatchEntry> = {}): BatchEntry {
  return {
    id: 'batch',
    surfaceId: 'local',
    surfaceIds: ['local'],
    title: 'Harbor',
    draftId: null,
    sourceJobId: null,
    needsPartnerKey: false,
    axes: [{ label: 'seed', count: 4 }],
    count: 4,
    limit: 2,
    next: 0,
    retries: [],
    inFlight: [],
    tally: { succeeded: 0, failed: 0, canceled: 0, refused: 0, unsettled: 0 },
    failuresInRow: 0,
    isPaused: false,
    pauseReason: null,
    isStopped: false,
    createdAt: 0,
    finishedAt: null,
    state: { name: 'ready', until: 0 },
    ...change,
  };
}

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
