import { keepPreviousData, queryOptions, skipToken } from '@tanstack/react-query';
import { isActive } from '@contract/jobs/lifecycle';
import type { JobLogs, ListedJob } from '@contract/jobs/schemas';
import { isApiError } from '@/api/api-error';
import { follow } from '@/api/client';
import { operationKey, type Surface } from '@/api/surface';

export type FetchedJobLog =
  | { kind: 'text'; log: JobLogs }
  /** 204: this job has no log, or none yet. Not an error (rule J-2.66). */
  | { kind: 'none' }
  /** 404: the surface may not support the operation; this says nothing about the job itself (rule J-2.68). */
  | { kind: 'unavailable' };

const POLL_MS = 3000;

/** Log of the run, through its URL only: without one, there is no request (rules J-2.62, J-2.67). */
export function jobLogQuery(surface: Surface, job: Pick<ListedJob, 'id' | 'status' | 'urls'>) {
  const link = job.urls?.logs;
  const isRunning = isActive(job.status);
  return queryOptions({
    // The log is refetched when the job finishes.
    queryKey: operationKey(surface, 'getJobLogs', job.id, isRunning ? 'running' : 'over'),
    queryFn: link
      ? async ({ signal }): Promise<FetchedJobLog> => {
          try {
            const { status, body } = await follow(surface, 'getJobLogs', link, { signal });
            return status === 204 || !body ? { kind: 'none' } : { kind: 'text', log: body };
          } catch (error) {
            if (isApiError(error) && error.status === 404) return { kind: 'unavailable' };
            throw error;
          }
        }
      : skipToken,
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: isRunning ? 0 : 60_000,
    refetchInterval: ({ state }) => (isRunning && state.data?.kind !== 'unavailable' ? POLL_MS : false),
  });
}
