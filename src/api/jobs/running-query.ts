import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { operationKey, type Surface } from '../surface';
import { listedJobs } from './listed-jobs';

const MOVING: readonly string[] = ['running', 'canceling'];
const MAX_RUNNING = 100;

export interface RunningJobs {
  /** The place in line at which this was asked. */
  position: number;
  /** Instants in milliseconds. */
  startedAt: readonly number[];
}

/** Since when the jobs run that a job in line waits for: asked once for each place, since what runs changes as the line moves. */
export function runningQuery(surface: Surface, jobId: string, position: number) {
  return queryOptions({
    queryKey: operationKey(surface, 'derived.running', jobId, position),
    queryFn: async ({ signal }): Promise<RunningJobs> => {
      const query = { status: MOVING.join(','), limit: String(MAX_RUNNING) };
      const jobs = await listedJobs(surface, query, signal);
      const running = jobs.filter(({ status }) => MOVING.includes(status));
      return { position, startedAt: running.map(({ started_at }) => Date.parse(started_at ?? '')) };
    },
    // What was true one place further back holds until the answer is here.
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
}
