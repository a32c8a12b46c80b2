import type { JobStatus } from '../jobs/lifecycle';
import type { JobSort } from './job-sorts';

/** Position of a job in an order. Jobs of equal rank are sorted newest first. */
export type JobRank = number | string;

/** Rank of jobs that have no such time yet: last in both directions. */
export const NO_RANK = -9_000_000_000_000_000;

/** What needs attention comes first. */
const STATUS_RANKS: Readonly<Record<JobStatus, number>> = {
  running: 7,
  canceling: 6,
  queued: 5,
  failed: 4,
  canceled: 3,
  expired: 2,
  succeeded: 1,
};

/** What jobs are ranked by. */
export interface RankedJobs<Job> {
  status: (job: Job) => string | undefined;
  /** Milliseconds; NaN if it has not ended, or never started. */
  run: (job: Job) => number;
  /** Milliseconds; NaN if it never started. */
  wait: (job: Job) => number;
  /** Sort key of the title. */
  title: (job: Job) => string;
}

export function rankOf<Job>(job: Job, sort: JobSort, jobs: RankedJobs<Job>): JobRank {
  switch (sort) {
    case 'newest':
    case 'oldest':
      return 0;
    case 'title':
    case 'title_reversed':
      return jobs.title(job);
    case 'status':
      return STATUS_RANKS[jobs.status(job) as JobStatus] ?? 0;
    case 'status_reversed':
      return -(STATUS_RANKS[jobs.status(job) as JobStatus] ?? 0);
    case 'longest_run':
      return rankOfTime(jobs.run(job), 1);
    case 'shortest_run':
      return rankOfTime(jobs.run(job), -1);
    case 'longest_wait':
      return rankOfTime(jobs.wait(job), 1);
    case 'shortest_wait':
      return rankOfTime(jobs.wait(job), -1);
  }
}

function rankOfTime(ms: number, sign: 1 | -1): number {
  return Number.isNaN(ms) ? NO_RANK : sign * Math.max(0, ms);
}

/** Negative: `a` comes first. */
export function compareRanks(a: JobRank, b: JobRank, sort: JobSort): number {
  if (a === b) return 0;
  return (a > b ? -1 : 1) * (sort === 'title' ? -1 : 1);
}
