import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { operationKey, type Surface } from '@/api/surface';
import { listedJobs } from '@/api/surfaces/listed-jobs';

const MOVING: readonly string[] = ['running', 'canceling'];
const MAX_RUNNING = 100;

export interface RunningJobs {
  /** Queue position at the time of the request. */
  position: number;
  /** Timestamps in milliseconds; `NaN` if unknown, or if the engine of the job does not respond. */
  startedAt: readonly number[];
}

/**
 * Start times of the jobs that run ahead of a queued job. Refetched for each position, since the running jobs change as
 * the queue advances.
 */
export function runningQuery(surface: Surface, jobId: string, position: number) {
  return queryOptions({
    queryKey: operationKey(surface, 'derived.running', jobId, position),
    queryFn: async ({ signal }): Promise<RunningJobs> => {
      const query = { status: MOVING.join(','), limit: String(MAX_RUNNING) };
      const jobs = await listedJobs(surface, query, signal);
      const running = jobs.filter(({ status }) => MOVING.includes(status));
      return {
        position,
        startedAt: running.map(({ started_at, progress }) =>
          progress?.stalled ? Number.NaN : Date.parse(started_at ?? ''),
        ),
      };
    },
    // The previous position's data stays valid until the response arrives.
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
}
