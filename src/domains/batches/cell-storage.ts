import { openDatabase, STRICT } from '../database';
import { readableOf, readableOrNull } from '../record-schemas';
import type { BatchCell } from './batch-cell';

export interface CellStorage {
  read(batchId: string, cell: number): Promise<BatchCell | null>;
  /** Resolves once all are stored. If it rejects, none is. */
  write(cells: readonly BatchCell[]): Promise<void>;
  /** Returns the cells of a batch that have a record, by index. */
  all(batchId: string): Promise<BatchCell[]>;
  remove(batchIds: readonly string[]): Promise<void>;
}

export const durableCells: CellStorage = {
  async read(batchId, cell) {
    return readableOrNull(
      'batchCells',
      await (await openDatabase()).get('batchCells', IDBKeyRange.only([batchId, cell])),
    );
  },
  async write(cells) {
    const transaction = (await openDatabase()).transaction('batchCells', 'readwrite', STRICT);
    await Promise.all([...cells.map((cell) => transaction.store.put(cell)), transaction.done]);
  },
  async all(batchId) {
    return readableOf('batchCells', await (await openDatabase()).getAll('batchCells', cellsOf(batchId)));
  },
  async remove(batchIds) {
    if (batchIds.length === 0) return;
    const transaction = (await openDatabase()).transaction('batchCells', 'readwrite');
    await Promise.all([...batchIds.map((id) => transaction.store.delete(cellsOf(id))), transaction.done]);
  },
};

function cellsOf(batchId: string): IDBKeyRange {
  return IDBKeyRange.bound([batchId, 0], [batchId, Infinity]);
}

/** Storage for browsers without IndexedDB. */
export function createMemoryCells(): CellStorage {
  const batches = new Map<string, Map<number, BatchCell>>();
  return {
    read: async (batchId, cell) => batches.get(batchId)?.get(cell) ?? null,
    async write(written) {
      for (const cell of written) {
        const cells = batches.get(cell.batchId) ?? new Map<number, BatchCell>();
        batches.set(cell.batchId, cells.set(cell.cell, cell));
      }
    },
    all: async (batchId) =>
      [...(batches.get(batchId)?.values() ?? [])].toSorted((left, right) => left.cell - right.cell),
    async remove(batchIds) {
      for (const id of batchIds) batches.delete(id);
    },
  };
}
