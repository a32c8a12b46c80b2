import { queryOptions } from '@tanstack/react-query';
import type { Surface } from '@/api/surface';
import { openDatabase } from '../database';
import { readableOf, readableOrNull } from '../record-schemas';
import { toUsableRecord, type HistoryJob } from '../job-record/history-job';

/** Maximum number for all surfaces; the oldest are removed first. */
export const MAX_HISTORY_JOBS = 5000;

/** Records per read: reading a thousand at once would block the page. */
const SLICE = 250;

/** Stores jobs, and removes the oldest ones above the limit, except annotated ones. Does nothing without storage. */
export async function saveToHistory(...jobs: readonly HistoryJob[]): Promise<void> {
  try {
    const transaction = (await openDatabase()).transaction(['history', 'historyWorkflows', 'marks'], 'readwrite');
    const history = transaction.objectStore('history');
    await Promise.all(jobs.map((job) => history.put(job)));
    let excess = (await history.count()) - MAX_HISTORY_JOBS;
    let oldest = excess > 0 ? await history.index('byTime').openCursor() : null;
    while (oldest && excess > 0) {
      if (!(await transaction.objectStore('marks').getKey(oldest.primaryKey))) {
        await transaction.objectStore('historyWorkflows').delete(oldest.primaryKey);
        await oldest.delete();
        excess -= 1;
      }
      oldest = await oldest.continue();
    }
    await transaction.done;
  } catch {
    // Best effort: the surface has the job.
  }
}

/** Newest first. */
export async function historyJobs(): Promise<HistoryJob[]> {
  try {
    const database = await openDatabase();
    const jobs: HistoryJob[] = [];
    let behind: IDBKeyRange | null = null;
    for (;;) {
      const slice: HistoryJob[] = await database.getAll('history', behind, SLICE);
      jobs.push(...readableOf('history', slice).map(toUsableRecord));
      const last = slice.at(-1);
      if (!last || slice.length < SLICE) break;
      behind = IDBKeyRange.lowerBound([last.surfaceId, last.jobId], true);
    }
    return jobs.sort((left, right) => right.createdAt - left.createdAt);
  } catch {
    return [];
  }
}

export function historyJobsQuery(surface: Surface) {
  return queryOptions({
    queryKey: [surface.id, 'device.history'],
    queryFn: async () => (await historyJobs()).filter(({ surfaceId }) => surfaceId === surface.id),
    staleTime: 0,
    retry: false,
  });
}

/** The record of one job; `null` if there is none. */
export function historyJobQuery(surface: Surface, jobId: string) {
  return queryOptions({
    queryKey: [surface.id, 'device.history', 'job', jobId],
    queryFn: async () => {
      try {
        const record = readableOrNull('history', await (await openDatabase()).get('history', [surface.id, jobId]));
        return record ? toUsableRecord(record) : null;
      } catch {
        return null;
      }
    },
    staleTime: 0,
    retry: false,
  });
}

/** Returns the workflow of a job that was imported or submitted here; `null` for others, whose surface may return it. */
export async function historyWorkflow(surfaceId: string, jobId: string): Promise<string | null> {
  try {
    const database = await openDatabase();
    const imported = await database.get('historyWorkflows', [surfaceId, jobId]);
    if (imported !== undefined) return imported;
    const graph = (await database.get('history', [surfaceId, jobId]))?.graph;
    return graph === undefined ? null : ((await database.get('graphTexts', graph)) ?? null);
  } catch {
    return null;
  }
}

export function historyWorkflowQuery(surface: Surface, jobId: string) {
  return queryOptions({
    queryKey: [surface.id, 'device.history', 'workflow', jobId],
    queryFn: () => historyWorkflow(surface.id, jobId),
    staleTime: 0,
    retry: false,
  });
}
