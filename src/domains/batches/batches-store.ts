import { create } from 'zustand';
import type { BatchCell } from './batch-cell';
import type { BatchEntry } from './batch-entry';

interface BatchView {
  entries: Readonly<Record<string, BatchEntry>>;
  /** `null` until storage was tried; `false` if closing the tab loses batches. */
  isDurable: boolean | null;
  /** Cell records of the batches that this page has opened, by batch id, each ordered by cell. */
  cells: Readonly<Record<string, readonly BatchCell[]>>;
}

/** In-memory copy of the stored batches, kept in sync across tabs. */
export const useBatchView = create<BatchView>(() => ({ entries: {}, isDurable: null, cells: {} }));

export function showBatch(batch: BatchEntry): void {
  useBatchView.setState(({ entries }) => ({ entries: { ...entries, [batch.id]: batch } }));
}

export function hideBatch(id: string): void {
  useBatchView.setState(({ entries, cells }) => {
    const { [id]: _entry, ...otherEntries } = entries;
    const { [id]: _cells, ...otherCells } = cells;
    return { entries: otherEntries, cells: otherCells };
  });
}

/** Shows all stored cells of a batch. Cells that changed while they were read are newer. */
export function showCells(batchId: string, stored: readonly BatchCell[]): void {
  useBatchView.setState(({ cells }) => ({
    cells: { ...cells, [batchId]: (cells[batchId] ?? []).reduce(withCell, stored) },
  }));
}

/** Shows these cells instead of those that were shown. */
export function replaceCells(batchId: string, list: readonly BatchCell[]): void {
  useBatchView.setState(({ cells }) => ({ cells: { ...cells, [batchId]: list } }));
}

/** Shows changed cells whose batch the page has opened. */
export function showChangedCells(changed: readonly BatchCell[]): void {
  useBatchView.setState((view) => {
    const cells = { ...view.cells };
    for (const cell of changed) {
      const known = cells[cell.batchId];
      if (known) cells[cell.batchId] = withCell(known, cell);
    }
    return { cells };
  });
}

function withCell(cells: readonly BatchCell[], changed: BatchCell): readonly BatchCell[] {
  const index = cells.findIndex(({ cell }) => cell >= changed.cell);
  if (index < 0) return [...cells, changed];
  return cells.toSpliced(index, cells[index]?.cell === changed.cell ? 1 : 0, changed);
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
