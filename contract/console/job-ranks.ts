import type { JobStatus } from '../jobs/lifecycle';
import type { JobSort } from './job-sorts';

/** Sort value of a job. Jobs of equal rank are sorted newest first. */
export type JobRank = number | string;

/** Rank of jobs without a value: last in both directions. */
export const NO_RANK = -9_000_000_000_000_000;

/** Statuses that need attention sort first. */
const STATUS_RANKS: ReadonlyMap<string | undefined, number> = new Map(
  Object.entries({
    running: 7,
    canceling: 6,
    queued: 5,
    failed: 4,
    canceled: 3,
    expired: 2,
    succeeded: 1,
  } satisfies Record<JobStatus, number>),
);

/** Accessors of the values that jobs are ranked by. */
export interface RankedJobs<Job> {
  status: (job: Job) => string | undefined;
  /** Run time in milliseconds; `NaN` if the job has not finished, or never started. */
  run: (job: Job) => number;
  /** Wait time in milliseconds; `NaN` if the job never started. */
  wait: (job: Job) => number;
  /** Place in the queue, lowest first; `NaN` if the job does not wait in it. */
  queue: (job: Job) => number;
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
      return STATUS_RANKS.get(jobs.status(job)) ?? 0;
    case 'status_reversed':
      return -(STATUS_RANKS.get(jobs.status(job)) ?? 0);
    case 'longest_run':
      return rankOfTime(jobs.run(job), 1);
    case 'shortest_run':
      return rankOfTime(jobs.run(job), -1);
    case 'longest_wait':
      return rankOfTime(jobs.wait(job), 1);
    case 'shortest_wait':
      return rankOfTime(jobs.wait(job), -1);
    case 'queue':
      return rankInQueue(jobs.queue(job));
  }
}

function rankOfTime(ms: number, sign: 1 | -1): number {
  return Number.isNaN(ms) ? NO_RANK : sign * Math.max(0, ms);
}

function rankInQueue(place: number): number {
  return Number.isNaN(place) ? NO_RANK : -place;
}

/** Compares two ranks; negative if `a` sorts first. */
export function compareRanks(a: JobRank, b: JobRank, sort: JobSort): number {
  if (a === b) return 0;
  return (a > b ? -1 : 1) * (sort === 'title' ? -1 : 1);
}
