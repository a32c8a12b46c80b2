import { queryOptions } from '@tanstack/react-query';
import type { ListedJob } from '@contract/jobs/schemas';
import {
  blankAnnotation,
  changedAnnotation,
  isBlank,
  type JobAnnotation,
  type AnnotationChange,
} from './job-annotation';
import { broadcastAnnotationsChanged } from './annotations-channel';
import { LABEL_TITLE } from '../outbox/outbox-entry';
import type { Surface } from '@/api/surface';
import { openDatabase, STRICT } from '../database';
import { toUsableRecord, withoutUrls, type HistoryJob } from '../history/history-job';

/** @throws StorageUnavailableError */
export async function readAnnotations(): Promise<JobAnnotation[]> {
  return (await openDatabase()).getAll('marks');
}

/**
 * Updates annotations. Also adds annotated jobs to the history, so that they are available even if the surface no longer lists
 * them. @throws StorageUnavailableError
 */
export async function writeAnnotations(
  surfaceId: string,
  jobs: readonly ListedJob[],
  change: AnnotationChange,
): Promise<void> {
  const transaction = (await openDatabase()).transaction(['marks', 'history'], 'readwrite', STRICT);
  const marks = transaction.objectStore('marks');
  const history = transaction.objectStore('history');
  for (const job of jobs) {
    const key: [string, string] = [surfaceId, job.id];
    const next = changedAnnotation((await marks.get(key)) ?? blankAnnotation(surfaceId, job.id), change);
    if (isBlank(next)) await marks.delete(key);
    else {
      await marks.put(next);
      if (!(await history.getKey(key))) await history.put(toRemember(surfaceId, job));
    }
  }
  await transaction.done;
  broadcastAnnotationsChanged();
}

/** Returns the jobs with these ids; without storage only the ids are known. */
export function annotatedJobsQuery(surface: Surface, ids: readonly string[]) {
  return queryOptions({
    queryKey: [surface.id, 'device.history', 'marked', ids.join(' ')],
    queryFn: () => rememberedOf(surface.id, ids).catch(() => ids.map((jobId) => unread(surface.id, jobId))),
    staleTime: 0,
    retry: false,
  });
}

/** Newest first; jobs that are not in the history have only an id. */
async function rememberedOf(surfaceId: string, ids: readonly string[]): Promise<HistoryJob[]> {
  const { store } = (await openDatabase()).transaction('history');
  const jobs = await Promise.all(ids.map((id) => store.get([surfaceId, id])));
  return jobs
    .map((job, index) => (job ? toUsableRecord(job) : unread(surfaceId, ids[index] ?? '')))
    .toSorted((left, right) => right.createdAt - left.createdAt);
}

function unread(surfaceId: string, jobId: string): HistoryJob {
  return { surfaceId, jobId, title: '', createdAt: 0, job: null };
}

function toRemember(surfaceId: string, job: ListedJob): HistoryJob {
  const title = job.metadata?.[LABEL_TITLE] ?? '';
  return { surfaceId, jobId: job.id, title, createdAt: Date.parse(job.created_at), job: withoutUrls(job) };
}
