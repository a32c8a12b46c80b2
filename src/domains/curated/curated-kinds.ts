import type { IDBPTransaction, StoreNames } from 'idb';
import { LOCAL_SURFACE_ID } from '@contract/console/surfaces';
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

export const CURATED_KINDS: Readonly<Record<CuratedKindName, CuratedKind>> = { annotation };

/** Returns the kinds that a gateway keeps: what belongs to no server is kept by the gateway of this page. */
export function kindsOf(surfaceId: string): CuratedKindName[] {
  return surfaceId === LOCAL_SURFACE_ID ? ['annotation'] : ['annotation'];
}

/** Range of the keys that begin with the id of a surface. */
export function inSurface(surfaceId: string): IDBKeyRange {
  return IDBKeyRange.bound([surfaceId], [surfaceId, []]);
}
