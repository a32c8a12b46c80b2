import type { BatchCell } from './batch-cell';
import type { BatchEntry, CellInFlight } from './batch-entry';

export type RecordedState = Pick<BatchCell, 'outcome' | 'message' | 'finishedAt'> & { jobId?: string };

/** Returns the record of a cell in flight. */
export function toRecord(
  { id }: BatchEntry,
  { cell, attempt, surfaceId, entryId, jobId }: CellInFlight,
  state: RecordedState,
): BatchCell {
  return { batchId: id, cell, attempt, surfaceId, entryId, jobId, ...state };
}
