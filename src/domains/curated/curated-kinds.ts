import { unwrap, type IDBPTransaction, type StoreNames } from 'idb';
import type { FlowdeckSchema } from '../database';
import type { CuratedEntry, CuratedKindName, Fields } from './sync-records';

/** Stores that a change of a curated record needs. */
export const CURATED_STORES = [
  'marks',
  'curated',
  'curatedChanges',
  'curatedSync',
] as const satisfies StoreNames<FlowdeckSchema>[];

/** A transaction over them. */
export type CuratedTransaction = IDBPTransaction<FlowdeckSchema, StoreNames<FlowdeckSchema>[], 'readwrite'>;

/** Records by their ids; `null` deletes one. */
export type ChangedFields = readonly (readonly [id: string, fields: Fields | null])[];

/** How this browser stores the records of a kind. */
export interface CuratedKind {
  name: CuratedKindName;
  /** Returns those of these records that exist, by id. */
  read(changes: CuratedTransaction, surfaceId: string, ids: readonly string[]): Promise<ReadonlyMap<string, Fields>>;
  readAll(changes: CuratedTransaction, surfaceId: string): Promise<{ id: string; fields: Fields }[]>;
  /** Stores records before the transaction ends; `null` deletes one. */
  write(changes: CuratedTransaction, surfaceId: string, records: ChangedFields): void | Promise<void>;
  /** Other stores that it writes to. */
  stores?: readonly StoreNames<FlowdeckSchema>[];
  /** Returns the fields without those that stand for nothing. */
  clean(fields: Fields): Fields;
  /** Records are deleted, and must not be lost by that: the states that the gateway may have are noted. */
  hasDeletions: boolean;
  /** Long texts of which no version is lost: one that another browser overwrote becomes a record under another name. */
  kept?: { field: string; name: string };
}

/** Kinds that belong to no server, in the store `curated`. The gateway of the page keeps them, if there is one. */
export type HomeKind = Exclude<CuratedKindName, 'annotation'>;

export const HOME_KINDS: Readonly<Record<HomeKind, CuratedKind>> = {
  draft: inStore('draft', { field: 'text', name: 'title' }),
  template: inStore('template', { field: 'form', name: 'title' }),
  snippet: inStore('snippet', { field: 'text', name: 'name' }),
  wildcard: inStore('wildcard', { field: 'text', name: 'name' }),
  view: inStore('view'),
  /** Batches of all browsers; the ID of cells is that of their batch and a number. */
  batch: inStore('batch'),
  batch_plan: inStore('batch_plan'),
  batch_cells: inStore('batch_cells'),
  /** Star and rating of a file; the ID contains its server. */
  file: inStore('file'),
};

function inStore(name: HomeKind, kept?: CuratedKind['kept']): CuratedKind {
  return {
    name,
    async read(changes, surfaceId, ids) {
      const entries = await readMany(changes.objectStore('curated'), [surfaceId, name], ids);
      return new Map(entries.map(({ id, fields }) => [id, fields]));
    },
    readAll: (changes, surfaceId) => changes.objectStore('curated').getAll(inSurface(surfaceId, name)),
    write(changes, surfaceId, records) {
      const store = unwrap(changes.objectStore('curated'));
      for (const [id, fields] of records) {
        if (fields) store.put({ surfaceId, kind: name, id, fields } satisfies CuratedEntry);
        else store.delete([surfaceId, name, id]);
      }
    },
    clean: (fields) => fields,
    hasDeletions: true,
    ...(kept ? { kept } : {}),
  };
}

/** Range of the keys that begin with the id of a surface, and a kind. */
export function inSurface(...begin: readonly [surfaceId: string, kind?: CuratedKindName]): IDBKeyRange {
  return IDBKeyRange.bound([...begin], [...begin, []]);
}

/** A store whose keys end with the id of a record. */
interface RecordStore<Value> {
  get(key: IDBKeyRange): Promise<Value | undefined>;
  getAll(range: IDBKeyRange): Promise<Value[]>;
  getAllKeys(range: IDBKeyRange): Promise<(readonly string[])[]>;
}

/**
 * Returns those of these records that exist. A request per record takes longer than everything else in a merge: there is none for a
 * record that does not exist, and one for all if they are many of those between them.
 */
export async function readMany<Value>(
  store: RecordStore<Value>,
  prefix: readonly string[],
  ids: readonly string[],
): Promise<Value[]> {
  const sorted = ids.toSorted();
  const [first, last] = [sorted[0], sorted.at(-1)];
  if (first === undefined || last === undefined) return [];
  const range = IDBKeyRange.bound([...prefix, first], [...prefix, last]);
  const wanted = new Set(ids);
  const keys = await store.getAllKeys(range);
  const isWanted = keys.map((key) => wanted.has(key.at(-1) ?? ''));
  const found = keys.filter((_key, index) => isWanted[index]);
  if (found.length > keys.length / 4) return (await store.getAll(range)).filter((_value, index) => isWanted[index]);
  const values = await Promise.all(found.map((key) => store.get(IDBKeyRange.only(key))));
  return values.filter((value) => value !== undefined);
}
