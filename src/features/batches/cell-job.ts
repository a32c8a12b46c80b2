import { queryOptions } from '@tanstack/react-query';
import { isTerminal } from '@contract/jobs/lifecycle';
import type { Job } from '@contract/jobs/schemas';
import { isApiError } from '@/api/api-error';
import type { Surface } from '@/api/surface';
import { cacheJobs, jobQuery, readJob } from '@/domains/jobs/job-query';
import { readJobTogether } from '@/domains/batches/read-jobs';

/** Query of the job of a cell. A grid shows many of them: they are fetched together, and finished ones only once. */
export function cellJobQuery(surface: Surface, jobId: string) {
  return queryOptions({
    ...jobQuery(surface, jobId),
    // The signal is not read before: a response for several cells is cached also for those that are out of sight by then.
    queryFn: async (context) => {
      const fetched = await readJobTogether(surface, jobId);
      const [data] = fetched ? cacheJobs(context.client, surface, [fetched]) : [];
      return data ?? readJob(context.client, surface, jobId, context.signal);
    },
    staleTime: staleTimeOf,
    refetchOnWindowFocus: isUnfinished,
  });
}

interface JobState {
  state: { data: { job: Job } | undefined; error: Error | null };
}

function staleTimeOf(query: JobState): number {
  return isUnfinished(query) ? 1000 : Infinity;
}

function isUnfinished({ state: { data } }: JobState): boolean {
  return data === undefined || !isTerminal(data.job.status);
}

/** Returns true if the server no longer has the job. */
export function isJobGone(error: Error): boolean {
  return isApiError(error) && (error.status === 404 || error.status === 410);
}
