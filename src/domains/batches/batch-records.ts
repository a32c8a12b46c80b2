import type { HomeKind } from '../curated/curated-kinds';
import type { Fields } from '../curated/sync-records';
import { listCurated, readCurated, writeCurated } from '../curated/curated-records';
import { isReadable, readableOf } from '../record-schemas';
import type { BatchCell } from './batch-cell';
import { cellEntryId, type BatchEntry } from './batch-entry';
import type { BatchParts } from './batch-storage';

/**
 * Batches as curated records, which a gateway keeps for all browsers: the entry, the workflow with its plan, and the cells. Only the
 * browser that runs a batch writes them, except for the title.
 */

/** Of one record: a changed cell sends those around it only. */
const CELLS_PER_RECORD = 500;
/** Longer messages say no more in a grid. */
const MAX_MESSAGE = 300;

/** Stores what differs from the records. The title of a record stays, since another browser may have changed it. */
export async function shareBatch(batch: BatchEntry, readParts: () => Promise<BatchParts | null>): Promise<void> {
  const { id, title } = batch;
  const known = await readCurated('batch', id);
  if ((await readCurated('batch_plan', id)) === null) {
    const parts = await readParts();
    if (parts) await writeCurated('batch_plan', [{ id, fields: { ...parts } }]);
  }
  await writeCurated('batch', [
    { id, fields: { title: known?.['title'] ?? title, entry: entryText(batch), seen_at: Date.now() } },
  ]);
}

/** Stores the cells that differ from the records. */
export async function shareCells(batchId: string, cells: readonly BatchCell[]): Promise<void> {
  const groups = new Map<number, object[]>();
  for (const { batchId: _batch, entryId: _entry, message, ...cell } of cells) {
    const group = Math.floor(cell.cell / CELLS_PER_RECORD);
    const text = message === null ? null : message.slice(0, MAX_MESSAGE);
    groups.set(group, [...(groups.get(group) ?? []), { ...cell, message: text }]);
  }
  await writeCurated(
    'batch_cells',
    [...groups].map(([group, list]) => ({ id: `${batchId}/${group}`, fields: { cells: JSON.stringify(list) } })),
  );
}

/** Returns the entry as it was shared last; `null` without a record. One that cannot be read is empty. */
export async function sharedEntry(id: string): Promise<string | null> {
  const fields = await readCurated('batch', id);
  return fields && (textOf(fields, 'entry') ?? '');
}

/** What a record holds of an entry. */
export function entryText({ id: _id, title: _title, isShared: _shared, elsewhere: _at, ...entry }: BatchEntry): string {
  return JSON.stringify(entry);
}

/** Batches of all browsers of the gateway, without their plans and cells. */
export async function sharedBatches(): Promise<BatchEntry[]> {
  const records = await listCurated('batch');
  return records.flatMap(({ id, fields }) => {
    const { title, seen_at: seenAt } = fields;
    const entry = parsed(textOf(fields, 'entry'));
    const batch: unknown = typeof entry === 'object' ? { ...entry, id, title } : null;
    if (!isReadable('batches', batch)) return [];
    return [{ ...batch, elsewhere: { seenAt: typeof seenAt === 'number' ? seenAt : 0 } }];
  });
}

/** Serialized plan and workflow of a batch; `null` if the gateway has not sent them. */
export async function sharedParts(id: string): Promise<Required<BatchParts> | null> {
  const fields = await readCurated('batch_plan', id);
  const [plan, workflow] = [textOf(fields, 'plan'), textOf(fields, 'workflow')];
  return plan === null || workflow === null ? null : { plan, workflow };
}

export async function sharedCells({ id, count }: Pick<BatchEntry, 'id' | 'count'>): Promise<BatchCell[]> {
  const records = await Promise.all(cellRecords({ id, count }).map((record) => readCurated('batch_cells', record)));
  const cells = records.flatMap((fields): BatchCell[] => {
    const list = parsed(textOf(fields, 'cells'));
    return Array.isArray(list) ? list : [];
  });
  return readableOf('batchCells', cells).map((cell) => ({ ...cell, batchId: id, entryId: cellEntryId(id, cell) }));
}

/** Deletes the records of batches, for all browsers. The entries last: a batch whose other records remain can be deleted again. */
export async function removeShared(batches: readonly Pick<BatchEntry, 'id' | 'count'>[]): Promise<void> {
  const ids = batches.map(({ id }) => id);
  await removeRecords('batch_cells', batches.flatMap(cellRecords));
  await removeRecords('batch_plan', ids);
  await removeRecords('batch', ids);
}

function removeRecords(kind: HomeKind, ids: readonly string[]): Promise<void> {
  return writeCurated(
    kind,
    ids.map((id) => ({ id, fields: null })),
  );
}

/** Changes the title for all browsers, if the batch is shared. */
export async function renameShared(id: string, title: string): Promise<void> {
  const fields = await readCurated('batch', id);
  if (fields) await writeCurated('batch', [{ id, fields: { ...fields, title } }]);
}

function cellRecords({ id, count }: Pick<BatchEntry, 'id' | 'count'>): string[] {
  return Array.from({ length: Math.ceil(count / CELLS_PER_RECORD) }, (_, group) => `${id}/${group}`);
}

function textOf(fields: Fields | null, name: string): string | null {
  const value = fields?.[name];
  return typeof value === 'string' ? value : null;
}

function parsed(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}
