import { queryOptions } from '@tanstack/react-query';
import type { Surface } from '../surface';
import { openDatabase } from './database';
import { toUsableRecord, type HistoryJob } from './history-job';

/** Of all surfaces together; the oldest go first. */
export const MAX_REMEMBERED = 5000;

/** Read at once: a thousand records in one piece hold up the page. */
const SLICE = 250;

/** Puts a job down, and lets the oldest go where there are too many, but for those that are marked. Without storage nothing is remembered. */
export async function saveToHistory(remembered: HistoryJob): Promise<void> {
  try {
    const transaction = (await openDatabase()).transaction(['history', 'historyWorkflows', 'marks'], 'readwrite');
    const history = transaction.objectStore('history');
    await history.put(remembered);
    let excess = (await history.count()) - MAX_REMEMBERED;
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
    // A convenience: the surface has the job.
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
      jobs.push(...slice.map(toUsableRecord));
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

/** What a job ran, where a file brought it; null mostly: the surface is asked. */
export async function historyWorkflow(surfaceId: string, jobId: string): Promise<string | null> {
  try {
    return (await (await openDatabase()).get('historyWorkflows', [surfaceId, jobId])) ?? null;
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
