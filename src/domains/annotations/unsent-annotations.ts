import type { IDBPTransaction, StoreNames } from 'idb';
import type { StampedAnnotation } from '@contract/console/job-annotations';
import { hasNoFields, mergeAnnotations } from '@contract/console/merge-annotations';
import type { FlowdeckSchema } from '../database';
import { readableOrNull } from '../record-schemas';
import { blankAnnotation, isBlank, type JobAnnotation } from './job-annotation';

/** Stores that a change of annotations needs. */
export const ANNOTATION_STORES = [
  'marks',
  'annotationChanges',
  'annotationSync',
] as const satisfies StoreNames<FlowdeckSchema>[];

/** A transaction over them. */
export type AnnotationTransaction = IDBPTransaction<FlowdeckSchema, StoreNames<FlowdeckSchema>[], 'readwrite'>;

/**
 * Stores a changed annotation, and notes the change for the gateway that keeps it. Before the first sync nothing is noted: it sends
 * all annotations.
 */
export async function putAnnotation(changes: AnnotationTransaction, after: JobAnnotation): Promise<void> {
  const { surfaceId, jobId } = after;
  const marks = changes.objectStore('marks');
  const before = readableOrNull('marks', await marks.get([surfaceId, jobId])) ?? blankAnnotation(surfaceId, jobId);
  if (isBlank(after)) await marks.delete([surfaceId, jobId]);
  else await marks.put(after);
  const sync = await changes.objectStore('annotationSync').get(surfaceId);
  if (!sync) return;
  const clock = Math.max(Date.now(), sync.clock + 1);
  const changed = changesBetween(before, after, clock);
  if (hasNoFields(changed)) return;
  const unsent = changes.objectStore('annotationChanges');
  const known = await unsent.get([surfaceId, jobId]);
  await unsent.put({ surfaceId, jobId, annotation: mergeAnnotations(known?.annotation ?? {}, changed) });
  await changes.objectStore('annotationSync').put({ ...sync, clock });
}

/** Returns the fields in which two annotations of a job differ, as changes at this time. */
export function changesBetween(before: JobAnnotation, after: JobAnnotation, at: number): StampedAnnotation {
  const stars = after.rating ?? 0;
  const tags = [
    ...after.tags.filter((tag) => !before.tags.includes(tag)).map((tag) => ({ tag, is: true, at })),
    ...before.tags.filter((tag) => !after.tags.includes(tag)).map((tag) => ({ tag, is: false, at })),
  ];
  return {
    ...(before.isStarred === after.isStarred ? {} : { star: { is: after.isStarred, at } }),
    ...((before.rating ?? 0) === stars ? {} : { rating: { stars, at } }),
    ...(tags.length > 0 ? { tags } : {}),
  };
}
