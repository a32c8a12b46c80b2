import type { CellOutcome, QueuedCell } from './batch-entry';

/** Last attempt of one cell, as stored in IndexedDB. Written before the batch counts it. */
export interface BatchCell {
  batchId: string;
  cell: number;
  attempt: number;
  surfaceId: string;
  entryId: string;
  jobId: string | null;
  outcome: 'sending' | 'running' | CellOutcome;
  /** Why the cell did not succeed. */
  message: string | null;
  /** `null` while the cell is in flight. */
  finishedAt: number | null;
}

/** Returns the next attempt of a cell that finished without success. */
export function toRetry({ cell, attempt, outcome, finishedAt }: BatchCell): QueuedCell[] {
  if (finishedAt === null || !isRetryable(outcome)) return [];
  return [{ cell, attempt: attempt + 1, retryOf: outcome }];
}

function isRetryable(outcome: BatchCell['outcome']): outcome is CellOutcome {
  return outcome !== 'sending' && outcome !== 'running' && outcome !== 'succeeded';
}
