import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { onRecordsChanged } from '../curated/records-channel';
import { openDatabase } from '../database';
import type { BatchCell } from './batch-cell';
import { cellEntryId, type BatchEntry } from './batch-entry';
import { shareOne } from './batch-sync';
import {
  entryText,
  removeShared,
  renameShared,
  shareBatch,
  sharedBatches,
  sharedCells,
  sharedParts,
  shareCells,
} from './batch-records';

const BATCH: BatchEntry = {
  id: 'one',
  createdAt: 5,
  surfaceId: 'local',
  surfaceIds: ['local'],
  title: 'cfg and steps',
  draftId: null,
  sourceJobId: null,
  needsPartnerKey: false,
  axes: [{ label: 'cfg', count: 1200 }],
  count: 1200,
  limit: 4,
  next: 1200,
  retries: [],
  inFlight: [],
  tally: { succeeded: 1200, failed: 0, canceled: 0, refused: 0, unsettled: 0 },
  failuresInRow: 0,
  isPaused: false,
  pauseReason: null,
  pausedAt: null,
  isStopped: false,
  finishedAt: 9,
  state: { name: 'watching' },
};
const PARTS = { plan: '{"axes":[]}', workflow: '{"1":{"seed":18446744073709551615}}' };
const noParts = () => Promise.resolve(null);

function cellOf(cell: number, part: Partial<BatchCell> = {}): BatchCell {
  const named = { batchId: 'one', cell, attempt: 2, entryId: cellEntryId('one', { cell, attempt: 2 }) };
  return {
    ...named,
    surfaceId: 'local',
    jobId: `job-${cell}`,
    outcome: 'succeeded',
    message: null,
    finishedAt: 7,
    ...part,
  };
}

async function recordsOf(kind: string) {
  return (await (await openDatabase()).getAll('curated')).filter((record) => record.kind === kind);
}

/** The storage of a batch that is deleted after as many reads. */
function storedUntil(reads: number): Parameters<typeof shareOne>[1] {
  let left = reads;
  return {
    read: async () => (left-- > 0 ? BATCH : null),
    readParts: async () => PARTS,
    cells: async () => [cellOf(0)],
    amend: async () => {},
  };
}

const clear = async () => (await openDatabase()).clear('curated');
beforeEach(clear);
afterEach(clear);

describe('a batch of another browser', () => {
  it('is read as it was shared, with its plan and every digit', async () => {
    await shareBatch(BATCH, () => Promise.resolve(PARTS));
    const [found] = await sharedBatches();
    expect(found).toMatchObject({ id: 'one', title: 'cfg and steps', count: 1200, tally: { succeeded: 1200 } });
    expect(found?.elsewhere?.seenAt).toBeGreaterThan(0);
    expect(found && entryText(found)).toBe(entryText(BATCH));
    expect(await sharedParts('one')).toEqual(PARTS);
  });

  it('has all cells, of which a changed one is sent with its neighbors only', async () => {
    const cells = Array.from({ length: 1200 }, (_, cell) => cellOf(cell));
    await shareCells('one', cells);
    expect(await sharedCells(BATCH)).toEqual(cells);
    const before = await recordsOf('batch_cells');
    expect(before).toHaveLength(3);
    const failed = cellOf(700, { outcome: 'failed', message: 'x'.repeat(1000) });
    await shareCells('one', cells.with(700, failed));
    const after = await recordsOf('batch_cells');
    expect(after.filter((record, index) => record.fields['cells'] !== before[index]?.fields['cells'])).toHaveLength(1);
    expect((await sharedCells(BATCH))[700]).toEqual({ ...failed, message: 'x'.repeat(300) });
  });

  it('keeps the title that another browser gave it', async () => {
    await shareBatch(BATCH, noParts);
    await renameShared('one', 'Best values');
    await shareBatch({ ...BATCH, finishedAt: 10 }, noParts);
    expect(await sharedBatches()).toMatchObject([{ title: 'Best values', finishedAt: 10 }]);
  });

  it('leaves nothing when it is deleted', async () => {
    await shareBatch(BATCH, () => Promise.resolve(PARTS));
    await shareCells('one', [cellOf(0), cellOf(1199)]);
    await removeShared([BATCH]);
    expect(await (await openDatabase()).getAll('curated')).toEqual([]);
  });

  it('is deleted after its plan and cells, so that an interrupted deletion can be repeated', async () => {
    await shareBatch(BATCH, () => Promise.resolve(PARTS));
    await shareCells('one', [cellOf(0)]);
    const changed: string[] = [];
    onRecordsChanged((kind) => changed.push(kind));
    await removeShared([BATCH]);
    await expect.poll(() => changed).toEqual(['batch_cells', 'batch_plan', 'batch']);
  });

  it('is not written again after its deletion', async () => {
    await shareOne(BATCH, storedUntil(0));
    expect(await recordsOf('batch')).toEqual([]);
  });

  it('leaves nothing if it is deleted while it is written', async () => {
    await shareOne(BATCH, storedUntil(1));
    expect(await (await openDatabase()).getAll('curated')).toEqual([]);
    await shareOne(BATCH, storedUntil(2));
    expect(await sharedBatches()).toMatchObject([{ id: 'one' }]);
  });

  it('of which a record is damaged does not hide the others', async () => {
    await shareBatch(BATCH, noParts);
    await shareBatch({ ...BATCH, id: 'two' }, noParts);
    const [record] = await recordsOf('batch');
    if (record) await (await openDatabase()).put('curated', { ...record, fields: { title: 'x', entry: '{"count":' } });
    expect((await sharedBatches()).map(({ id }) => id)).toEqual(['two']);
  });
});
