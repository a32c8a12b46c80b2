import type { BatchCell } from './batch-cell';
import type { CellOutcome, QueuedCell } from './batch-entry';

/** Returns the next attempt of a cell that finished without success. */
export function toRetry({ cell, attempt, outcome, finishedAt }: BatchCell): QueuedCell[] {
  if (finishedAt === null || !isRetryable(outcome)) return [];
  return [{ cell, attempt: attempt + 1, retryOf: outcome }];
}

function isRetryable(outcome: BatchCell['outcome']): outcome is CellOutcome {
  return outcome !== 'sending' && outcome !== 'running' && outcome !== 'succeeded';
}
