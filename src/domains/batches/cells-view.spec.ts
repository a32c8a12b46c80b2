import { beforeEach, describe, expect, it } from 'vitest';
import type { BatchCell } from './batch-cell';
import type { CellInFlight } from './batch-entry';
import { hideBatch, showBatch, showCells, showChangedCells, useBatchView, withCellsInFlight } from './batches-store';
import { makeBatch } from './testing/make-batch';

function record(cell: number, changes: Partial<BatchCell> = {}): BatchCell {
  const ids = { batchId: 'batch', surfaceId: 'local', entryId: `batch.${cell}.1`, jobId: `job-${cell}` };
  return { ...ids, cell, attempt: 1, outcome: 'succeeded', message: null, finishedAt: 1, ...changes };
}

const inFlight: CellInFlight = {
  cell: 1,
  attempt: 2,
  retryOf: 'failed',
  surfaceId: 'local',
  entryId: 'batch.1.2',
  jobId: null,
  startedAt: 0,
  isWithdrawn: false,
};

const shown = () => useBatchView.getState().cells['batch'];

beforeEach(() => useBatchView.setState({ entries: {}, cells: {} }));

describe('the displayed cells of a batch', () => {
  it('are ordered, the last attempt of each, and only of batches that were opened', () => {
    showChangedCells([record(0)]);
    expect(shown()).toBeUndefined();
    showCells('batch', []);
    for (const cell of [2, 0, 1]) showChangedCells([record(cell)]);
    showChangedCells([record(1, { attempt: 2 })]);
    expect(shown()?.map(({ cell, attempt }) => [cell, attempt])).toEqual([
      [0, 1],
      [1, 2],
      [2, 1],
    ]);
  });

  it('keep a change that arrives while the stored cells are read', () => {
    showCells('batch', []);
    showChangedCells([record(1, { outcome: 'failed' })]);
    showCells('batch', [record(0), record(1, { outcome: 'running' })]);
    expect(shown()?.map(({ outcome }) => outcome)).toEqual(['succeeded', 'failed']);
  });

  it('include the cells in flight that have no record yet, instead of the previous attempt', () => {
    const records = [record(0), record(1, { outcome: 'failed' })];
    const cells = withCellsInFlight('batch', records, [inFlight]);
    expect(cells.map(({ outcome }) => outcome)).toEqual(['succeeded', 'sending']);
    const running = withCellsInFlight('batch', [], [{ ...inFlight, jobId: 'job-1' }]);
    expect(running).toMatchObject([{ outcome: 'running', jobId: 'job-1' }]);
    const recorded = [record(0), record(1, { attempt: 2, outcome: 'unsettled' })];
    expect(withCellsInFlight('batch', recorded, [inFlight])).toBe(recorded);
  });

  it('are hidden with their batch', () => {
    showBatch(makeBatch());
    showCells('batch', [record(0)]);
    hideBatch('batch');
    expect(useBatchView.getState()).toMatchObject({ entries: {}, cells: {} });
  });
});
