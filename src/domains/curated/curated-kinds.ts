import type { IDBPTransaction, StoreNames } from 'idb';
import { LOCAL_SURFACE_ID } from '@contract/console/surfaces';
import { ownKeys } from '@contract/typed-objects';
import { annotationOf, fieldsOfAnnotation } from '../annotations/annotation-fields';
import { isBlank } from '../annotations/job-annotation';
import type { FlowdeckSchema } from '../database';
import { readableOf, readableOrNull } from '../record-schemas';
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
  read(changes: CuratedTransaction, surfaceId: string, id: string): Promise<Fields | null>;
  readAll(changes: CuratedTransaction, surfaceId: string): Promise<{ id: string; fields: Fields }[]>;
  /** Stores the record; `null` deletes it. */
  write(changes: CuratedTransaction, surfaceId: string, id: string, fields: Fields | null): Promise<unknown>;
  /** Returns the fields without those that stand for nothing. */
  clean(fields: Fields): Fields;
  /** Long texts of which no version is lost: one that another browser overwrote becomes a record under another name. */
  kept?: { field: string; name: string };
}

const annotation: CuratedKind = {
  async read(changes, surfaceId, id) {
    const mark = readableOrNull('marks', await changes.objectStore('marks').get([surfaceId, id]));
    return mark && fieldsOfAnnotation(mark);
  },
  async readAll(changes, surfaceId) {
    const marks = readableOf('marks', await changes.objectStore('marks').getAll(inSurface(surfaceId)));
    return marks.map((mark) => ({ id: mark.jobId, fields: fieldsOfAnnotation(mark) }));
  },
  write(changes, surfaceId, id, fields) {
    const mark = annotationOf(surfaceId, id, fields ?? {});
    const marks = changes.objectStore('marks');
    return isBlank(mark) ? marks.delete([surfaceId, id]) : marks.put(mark);
  },
  clean: (fields) => fieldsOfAnnotation(annotationOf('', '', fields)),
};

/** A kind in the store `curated`. */
function inStore(kind: CuratedKindName, kept: NonNullable<CuratedKind['kept']>): CuratedKind {
  return {
    async read(changes, surfaceId, id) {
      return (await changes.objectStore('curated').get([surfaceId, kind, id]))?.fields ?? null;
    },
    readAll: (changes, surfaceId) => changes.objectStore('curated').getAll(inSurface(surfaceId, kind)),
    write(changes, surfaceId, id, fields) {
      const records = changes.objectStore('curated');
      return fields ? records.put({ surfaceId, kind, id, fields }) : records.delete([surfaceId, kind, id]);
    },
    clean: (fields) => fields,
    kept,
  };
}

export const CURATED_KINDS: Readonly<Record<CuratedKindName, CuratedKind>> = {
  annotation,
  template: inStore('template', { field: 'form', name: 'title' }),
};

/** Returns the kinds that a gateway keeps: what belongs to no server is kept by the gateway of this page. */
export function kindsOf(surfaceId: string): CuratedKindName[] {
  return surfaceId === LOCAL_SURFACE_ID ? ownKeys(CURATED_KINDS) : ['annotation'];
}

/** Range of the keys that begin with the id of a surface, and a kind. */
export function inSurface(...begin: readonly [surfaceId: string, kind?: CuratedKindName]): IDBKeyRange {
  return IDBKeyRange.bound([...begin], [...begin, []]);
}
