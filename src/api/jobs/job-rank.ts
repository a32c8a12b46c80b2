import type { ListedJob } from '@contract/jobs/schemas';
import type { JobSort } from './job-filter';

/** Position of a job in an order: higher ranks come first. `NaN` if it has no usable time of submission. */
export function rankOf({ created_at, started_at, completed_at }: ListedJob, sort: JobSort): number {
  switch (sort) {
    case 'newest':
      return Date.parse(created_at);
    case 'oldest':
      return -Date.parse(created_at);
    case 'longest_run':
      return spanMs(started_at, completed_at);
    case 'longest_wait':
      return spanMs(created_at, started_at);
  }
}

/** -1 if either end is missing: such jobs come behind all others. */
export function spanMs(from: string | null | undefined, to: string | null | undefined): number {
  const ms = from && to ? Date.parse(to) - Date.parse(from) : Number.NaN;
  return Number.isNaN(ms) ? -1 : Math.max(0, ms);
}
