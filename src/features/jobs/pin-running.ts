import type { FetchedJob } from '@/api/live/merge-job';

export const RUNNING = 'running,canceling';

export function isRunning({ job }: FetchedJob): boolean {
  return job.status === 'running' || job.status === 'canceling';
}

/**
 * Running jobs on top: what waits was submitted later and would push them out of sight. `running` tells those that
 * stand too deep in the list to be loaded; a job that is in both is shown as the list has it.
 */
export function pinRunning(
  rows: readonly FetchedJob[],
  running: readonly FetchedJob[] | undefined,
): readonly FetchedJob[] {
  const known = new Set(rows.map(({ job }) => job.id));
  const deep = (running ?? []).filter((reading) => isRunning(reading) && !known.has(reading.job.id));
  const top = [...rows.filter(isRunning), ...deep];
  return top.length === 0 ? rows : [...top, ...rows.filter((reading) => !isRunning(reading))];
}
