import type { FetchedJob } from '@/api/live/merge-job';

export const RUNNING = 'running,canceling';

export function isRunning({ job }: FetchedJob): boolean {
  return job.status === 'running' || job.status === 'canceling';
}

/**
 * Moves running jobs to the top: queued jobs were submitted later, and would push them out of view. `running` has those
 * that are not loaded yet; a job in both is shown as in the list.
 */
export function pinRunning(
  rows: readonly FetchedJob[],
  running: readonly FetchedJob[] | undefined,
): readonly FetchedJob[] {
  const known = new Set(rows.map(({ job }) => job.id));
  const deep = (running ?? []).filter((fetched) => isRunning(fetched) && !known.has(fetched.job.id));
  const top = [...rows.filter(isRunning), ...deep];
  return top.length === 0 ? rows : [...top, ...rows.filter((fetched) => !isRunning(fetched))];
}
