import type { BatchCell } from './batch-cell';
import type { BatchEntry, CellInFlight } from './batch-entry';
import type { CellPorts } from './cell-ports';

/** Stores the state of a cell in flight. */
export async function recordCell(
  { cells }: Pick<CellPorts, 'cells'>,
  { id }: BatchEntry,
  { cell, attempt, surfaceId, entryId, jobId }: CellInFlight,
  state: Pick<BatchCell, 'outcome' | 'message' | 'finishedAt'> & { jobId?: string },
): Promise<void> {
  await cells.write({ batchId: id, cell, attempt, surfaceId, entryId, jobId, ...state });
}
