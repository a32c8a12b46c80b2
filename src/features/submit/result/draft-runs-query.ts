import { queryOptions } from '@tanstack/react-query';
import type { ListedJob } from '@contract/jobs/schemas';
import { isApiError } from '@/api/api-error';
import { operationKey, type Surface } from '@/api/surface';
import { listedJobs } from '@/api/surfaces/listed-jobs';
import { isUnsupported } from '@/api/surfaces/offered-operations';
import { LABEL_DRAFT } from '@/domains/job-record/job-labels';

const MAX_RUNS = 50;
const CACHED_MS = 10_000;

/** The newest jobs that any browser started from a draft; none if the surface lists no jobs. */
export function draftRunsQuery(surface: Surface, draftId: string) {
  return queryOptions({
    queryKey: operationKey(surface, 'derived.draftRuns', draftId),
    queryFn: async ({ signal }): Promise<readonly ListedJob[]> => {
      const query = { limit: String(MAX_RUNS), [`metadata[${LABEL_DRAFT}]`]: draftId };
      try {
        const jobs = await listedJobs(surface, query, signal);
        // Not every server knows the filter.
        return jobs.filter(({ metadata }) => metadata?.[LABEL_DRAFT] === draftId);
      } catch (error) {
        if (isApiError(error) && isUnsupported(error.status)) return [];
        throw error;
      }
    },
    staleTime: CACHED_MS,
    retry: false,
  });
}
