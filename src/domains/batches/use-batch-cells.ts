import { useEffect, useMemo, useState } from 'react';
import type { BatchCell } from './batch-cell';
import { openBatchCells } from './batches';
import { useBatchView, withCellsInFlight } from './batches-store';

const SHOW_EVERY_MS = 100;

/** Returns the cells of a batch that were started, in order; follows changes in all tabs. */
export function useBatchCells(batchId: string): readonly BatchCell[] {
  // Not subscribed by selectors: short jobs change their batch a hundred times per second.
  const [{ records, inFlight }, setShown] = useState(() => shownOf(batchId));
  // Changes of the view, at most one per interval.
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const show = () => {
      timer = undefined;
      setShown((before) => {
        const now = shownOf(batchId);
        return now.records === before.records && now.inFlight === before.inFlight ? before : now;
      });
    };
    show();
    const unsubscribe = useBatchView.subscribe(() => {
      timer ??= setTimeout(show, SHOW_EVERY_MS);
    });
    return () => {
      unsubscribe();
      clearTimeout(timer);
    };
  }, [batchId]);
  // Storage is read asynchronously.
  useEffect(() => void openBatchCells(batchId), [batchId]);
  return useMemo(() => withCellsInFlight(batchId, records ?? [], inFlight ?? []), [batchId, records, inFlight]);
}

function shownOf(batchId: string) {
  const { cells, entries } = useBatchView.getState();
  return { records: cells[batchId], inFlight: entries[batchId]?.inFlight };
}
