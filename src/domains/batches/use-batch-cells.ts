import { useEffect, useMemo } from 'react';
import type { BatchCell } from './batch-cell';
import { openBatchCells } from './batches';
import { useBatchView, withCellsInFlight } from './batches-store';

/** Returns the cells of a batch that were started, in order; follows changes in all tabs. */
export function useBatchCells(batchId: string): readonly BatchCell[] {
  const records = useBatchView(({ cells }) => cells[batchId]);
  const inFlight = useBatchView(({ entries }) => entries[batchId]?.inFlight);
  // Storage is read asynchronously.
  useEffect(() => void openBatchCells(batchId), [batchId]);
  return useMemo(() => withCellsInFlight(batchId, records ?? [], inFlight ?? []), [batchId, records, inFlight]);
}
