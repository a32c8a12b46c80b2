import { queryOptions } from '@tanstack/react-query';
import type { Surface } from '../surface';
import { openDatabase } from './database';
import type { RememberedJob } from './remembered-job';

/** Of all surfaces together; the oldest go first. */
export const MAX_REMEMBERED = 1000;

/** Puts a job down, and lets the oldest go where there are too many, but for those that are marked. Without storage nothing is remembered. */
export async function rememberJob(remembered: RememberedJob): Promise<void> {
  try {
    const transaction = (await openDatabase()).transaction(['history', 'marks'], 'readwrite');
    const history = transaction.objectStore('history');
    await history.put(remembered);
    let excess = (await history.count()) - MAX_REMEMBERED;
    let oldest = excess > 0 ? await history.index('byTime').openCursor() : null;
    while (oldest && excess > 0) {
      if (!(await transaction.objectStore('marks').getKey(oldest.primaryKey))) {
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
export async function rememberedJobs(): Promise<RememberedJob[]> {
  try {
    const jobs = await (await openDatabase()).getAllFromIndex('history', 'byTime');
    return jobs.toReversed();
  } catch {
    return [];
  }
}

export function rememberedJobsQuery(surface: Surface) {
  return queryOptions({
    queryKey: [surface.id, 'device.history'],
    queryFn: async () => (await rememberedJobs()).filter(({ surfaceId }) => surfaceId === surface.id),
    staleTime: 0,
    retry: false,
  });
}
