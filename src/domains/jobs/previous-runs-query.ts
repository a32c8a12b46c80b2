import { queryOptions } from '@tanstack/react-query';
import type { ListedJob } from '@contract/jobs/schemas';
import { isApiError } from '@/api/api-error';
import { LABEL_TITLE } from '../job-record/job-labels';
import { historyJobs } from '../history/history';
import { jobOf } from '../job-record/history-job';
import { operationKey, type Surface } from '@/api/surface';
import { isUnsupported } from '@/api/surfaces/offered-operations';
import { earlierRun, type PreviousRun } from './previous-runs';
import { listedJobs } from '@/api/surfaces/listed-jobs';

const LAST_RUNS = 20;
const CACHED_MS = 5 * 60_000;

/**
 * Latest jobs with this title (`null`: any title) that succeeded and have a run time, newest first. From the local
 * history if the surface lists nothing.
 */
export function previousRunsQuery(surface: Surface, title: string | null) {
  return queryOptions({
    queryKey: operationKey(surface, 'derived.previousRuns', title),
    queryFn: async ({ signal }): Promise<PreviousRun[]> => {
      const jobs = await succeededJobs(surface, title, signal);
      return jobs.flatMap((job) => earlierRun(job) ?? []).slice(0, LAST_RUNS);
    },
    staleTime: CACHED_MS,
    retry: false,
  });
}

async function succeededJobs(surface: Surface, title: string | null, signal: AbortSignal): Promise<ListedJob[]> {
  const labels: Record<string, string> = title === null ? {} : { [`metadata[${LABEL_TITLE}]`]: title };
  try {
    return await listedJobs(surface, { status: 'succeeded', limit: String(LAST_RUNS), ...labels }, signal);
  } catch (error) {
    if (!isApiError(error) || !isUnsupported(error.status)) throw error;
    const remembered = await historyJobs();
    return remembered
      .filter((job) => job.surfaceId === surface.id && (title === null || job.title === title))
      .map(jobOf);
  }
}
