import { queryOptions } from '@tanstack/react-query';
import type { Surface } from '@/api/surface';
import type { JobAnnotation } from './job-annotation';
import { openDatabase } from '../database';
import { readableOf, readableOrNull } from '../record-schemas';
import { toUsableRecord, type HistoryJob } from '../job-record/history-job';

/** @throws StorageUnavailableError */
export async function readAnnotations(): Promise<JobAnnotation[]> {
  return readableOf('marks', await (await openDatabase()).getAll('marks'));
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
    .map((stored, index) => {
      const job = readableOrNull('history', stored);
      return job ? toUsableRecord(job) : unread(surfaceId, ids[index] ?? '');
    })
    .toSorted((left, right) => right.createdAt - left.createdAt);
}

function unread(surfaceId: string, jobId: string): HistoryJob {
  return { surfaceId, jobId, title: '', createdAt: 0, job: null };
}
