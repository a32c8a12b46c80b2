import { useEffect, useMemo } from 'react';
import type { BatchCell } from './batch-cell';
import type { BatchEntry } from './batch-entry';
import { openBatchCells } from './batches';
import { useBatchView } from './batches-store';

/** Returns the cells of a batch that were started, in order; follows changes in all tabs. */
export function useBatchCells(batchId: string): readonly BatchCell[] {
  const records = useBatchView(({ cells }) => cells[batchId]);
  const inFlight = useBatchView(({ entries }) => entries[batchId]?.inFlight);
  // Storage is read asynchronously.
  useEffect(() => void openBatchCells(batchId), [batchId]);
  return useMemo(() => withCellsInFlight(batchId, records ?? [], inFlight ?? []), [batchId, records, inFlight]);
}

/** Adds the cells whose current attempt has no record yet. */
export function withCellsInFlight(
  batchId: string,
  records: readonly BatchCell[],
  inFlight: BatchEntry['inFlight'],
): readonly BatchCell[] {
  const attempts = new Map(records.map(({ cell, attempt }) => [cell, attempt]));
  const unrecorded = inFlight.filter(({ cell, attempt }) => (attempts.get(cell) ?? 0) < attempt);
  if (unrecorded.length === 0) return records;
  const replaced = new Set(unrecorded.map(({ cell }) => cell));
  const added = unrecorded.map(({ cell, attempt, surfaceId, entryId, jobId }): BatchCell => {
    const outcome = jobId === null ? 'sending' : 'running';
    return { batchId, cell, attempt, surfaceId, entryId, jobId, outcome, message: null, finishedAt: null };
  });
  return [...records.filter(({ cell }) => !replaced.has(cell)), ...added].sort((left, right) => left.cell - right.cell);
}
