import { queryOptions } from '@tanstack/react-query';
import { isTerminal } from '@contract/jobs/lifecycle';
import type { Job } from '@contract/jobs/schemas';
import { isApiError } from '@/api/api-error';
import type { Surface } from '@/api/surface';
import { jobQuery } from '@/domains/jobs/job-query';

/** Query of the job of a cell: finished jobs are fetched once, since a grid shows many of them. */
export function cellJobQuery(surface: Surface, jobId: string) {
  return queryOptions({ ...jobQuery(surface, jobId), staleTime: staleTimeOf, refetchOnWindowFocus: isUnfinished });
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
