import type { StoreNames } from 'idb';
import type { StampedAnnotation, AnnotatedJob } from '@contract/console/job-annotations';
import { hasNoFields, lastChange, annotationWithout, mergeAnnotations } from '@contract/console/merge-annotations';
import { openDatabase, STRICT, type FlowdeckSchema } from '../database';
import { readableOrNull } from '../record-schemas';
import type { AnnotationSyncStorage } from './annotation-sync';
import { blankAnnotation, inOrder, isBlank, RATINGS, type JobAnnotation } from './job-annotation';
import { ANNOTATION_STORES, changesBetween, type AnnotationTransaction } from './unsent-annotations';

/** The annotations of a surface in this browser, as its sync reads and changes them. */
export function annotationSyncStorage(surfaceId: string): AnnotationSyncStorage {
  const ofSurface = () => IDBKeyRange.bound([surfaceId], [surfaceId, []]);
  const change = async (work: (changes: AnnotationTransaction) => Promise<void>) => {
    const stores: StoreNames<FlowdeckSchema>[] = [...ANNOTATION_STORES];
    const changes = (await openDatabase()).transaction(stores, 'readwrite', STRICT);
    await work(changes);
    await changes.done;
  };
  return {
    position: async () => (await (await openDatabase()).get('annotationSync', surfaceId)) ?? null,
    unsent: async (limit) =>
      (await (await openDatabase()).getAll('annotationChanges', ofSurface(), limit)).map(({ jobId, annotation }) => ({
        id: jobId,
        annotation,
      })),
    restart: (store) =>
      change(async (changes) => {
        const known = await changes.objectStore('annotationSync').get(surfaceId);
        for (const record of await changes.objectStore('marks').getAll(ofSurface())) {
          const stored = readableOrNull('marks', record);
          if (!stored) continue;
          const { jobId } = stored;
          const unsent = await changes.objectStore('annotationChanges').get([surfaceId, jobId]);
          const all = changesBetween(blankAnnotation(surfaceId, jobId), stored, BEFORE_ALL);
          const annotation = mergeAnnotations(all, unsent?.annotation ?? {});
          await changes.objectStore('annotationChanges').put({ surfaceId, jobId, annotation });
        }
        await changes.objectStore('annotationSync').put({ surfaceId, store, version: 0, clock: known?.clock ?? 0 });
      }),
    async apply({ jobs, sent, version }) {
      let hasChanged = false;
      await change(async (changes) => {
        const sync = await changes.objectStore('annotationSync').get(surfaceId);
        // The data of this browser was deleted in the meantime.
        if (!sync) return;
        const sentOf = new Map(sent?.map(({ id, annotation }) => [id, annotation]));
        for (const job of jobs)
          hasChanged = (await applyJob(changes, surfaceId, job, sentOf.get(job.id))) || hasChanged;
        const clock = Math.max(sync.clock, ...jobs.map(({ annotation }) => lastChange(annotation)));
        await changes.objectStore('annotationSync').put({ ...sync, clock, version: version ?? sync.version });
      });
      return hasChanged;
    },
  };
}

/** Time of annotations that were made before a gateway kept them: any later change of another browser wins. */
const BEFORE_ALL = 1;

async function applyJob(
  changes: AnnotationTransaction,
  surfaceId: string,
  { id: jobId, annotation }: AnnotatedJob,
  sent: StampedAnnotation = {},
): Promise<boolean> {
  const key: [string, string] = [surfaceId, jobId];
  const unsent = (await changes.objectStore('annotationChanges').get(key))?.annotation ?? {};
  const left = annotationWithout(unsent, sent);
  if (hasNoFields(left)) await changes.objectStore('annotationChanges').delete(key);
  else await changes.objectStore('annotationChanges').put({ surfaceId, jobId, annotation: left });
  const before = readableOrNull('marks', await changes.objectStore('marks').get(key));
  const after = annotationOf(surfaceId, jobId, mergeAnnotations(annotation, left));
  if (hasNoFields(changesBetween(before ?? blankAnnotation(surfaceId, jobId), after, BEFORE_ALL))) return false;
  if (isBlank(after)) await changes.objectStore('marks').delete(key);
  else await changes.objectStore('marks').put(after);
  return true;
}

/** Returns the annotation that a gateway keeps. */
export function annotationOf(
  surfaceId: string,
  jobId: string,
  { star, rating, tags = [] }: StampedAnnotation,
): JobAnnotation {
  const stars = RATINGS.find((known) => known === rating?.stars);
  return {
    surfaceId,
    jobId,
    isStarred: star?.is ?? false,
    tags: inOrder(tags.filter(({ is }) => is).map(({ tag }) => tag)),
    ...(stars === undefined ? {} : { rating: stars }),
  };
}
