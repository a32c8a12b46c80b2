import type { IDBPTransaction, StoreNames } from 'idb';
import type { FlowdeckSchema } from '../database';
import type { CuratedKindName, Fields } from './sync-records';

/** Stores that a change of a curated record needs. */
export const CURATED_STORES = [
  'marks',
  'curated',
  'curatedChanges',
  'curatedSync',
] as const satisfies StoreNames<FlowdeckSchema>[];

/** A transaction over them. */
export type CuratedTransaction = IDBPTransaction<FlowdeckSchema, StoreNames<FlowdeckSchema>[], 'readwrite'>;

/** How this browser stores the records of a kind. */
export interface CuratedKind {
  name: CuratedKindName;
  read(changes: CuratedTransaction, surfaceId: string, id: string): Promise<Fields | null>;
  readAll(changes: CuratedTransaction, surfaceId: string): Promise<{ id: string; fields: Fields }[]>;
  /** Stores the record; `null` deletes it. */
  write(changes: CuratedTransaction, surfaceId: string, id: string, fields: Fields | null): Promise<unknown>;
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
  template: inStore('template', { field: 'form', name: 'title' }),
  snippet: inStore('snippet', { field: 'text', name: 'name' }),
  view: inStore('view'),
};

function inStore(name: HomeKind, kept?: CuratedKind['kept']): CuratedKind {
  return {
    name,
    async read(changes, surfaceId, id) {
      return (await changes.objectStore('curated').get([surfaceId, name, id]))?.fields ?? null;
    },
    readAll: (changes, surfaceId) => changes.objectStore('curated').getAll(inSurface(surfaceId, name)),
    write(changes, surfaceId, id, fields) {
      const records = changes.objectStore('curated');
      return fields ? records.put({ surfaceId, kind: name, id, fields }) : records.delete([surfaceId, name, id]);
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
