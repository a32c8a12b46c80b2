import type { JobSort } from '@contract/console/job-sorts';
import type { JobFilter } from '@/api/jobs/job-filter';
import type { Rating } from '@/api/annotations/job-annotation';
import type { TimeZone } from '@/lib/time-zone';
import { readStatusParam } from './status-filters';

/** What the address of the list may hold; what is left out is the default. The route checks it. */
export interface JobsSearch {
  /** Comma list of statuses. */
  status?: string | undefined;
  /** Words to look for. */
  q?: string | undefined;
  /** The last days until now; a span of `from` and `to` goes before it. */
  period?: Period | undefined;
  /** First and last day, such as 2026-11-20, in the time zone that was chosen for the list. */
  from?: string | undefined;
  to?: string | undefined;
  sort?: JobSort | undefined;
  /** Longer runs only. */
  ran?: Ran | undefined;
  /** Jobs whose label calls the workflow so. */
  title?: string | undefined;
  /** Comma list of the ids of jobs that are compared, in a layer above the list. */
  compare?: string | undefined;
  /** Starred jobs only. */
  star?: true | undefined;
  /** Comma list of tags that a job must carry. */
  tags?: string | undefined;
  /** Jobs rated with so many stars or more. */
  rated?: Rating | undefined;
  /** Jobs that this browser remembers, wherever they are from. */
  kept?: true | undefined;
  /** Jobs of all servers in one list; absent: those of the server in the path. */
  scope?: 'all' | undefined;
  /** Comma list of the ids of servers that the list of all is kept to. */
  servers?: string | undefined;
}

export const PERIODS = ['today', '7d', '30d'] as const;
export type Period = (typeof PERIODS)[number];

export const RANS = ['10s', '60s', '300s'] as const;
export type Ran = (typeof RANS)[number];

const PERIOD_DAYS: Record<Period, number> = { today: 1, '7d': 7, '30d': 30 };

/** @param today any instant of the current day */
export function filterOf(search: JobsSearch, today: number, zone: TimeZone): JobFilter {
  return {
    statuses: readStatusParam(search.status),
    text: (search.q ?? '').trim().replaceAll(/\s+/g, ' '),
    ...spanOf(search, today, zone),
    sort: search.sort ?? 'newest',
    ...(search.ran ? { ranMs: Number.parseInt(search.ran, 10) * 1000 } : {}),
    ...(search.title ? { title: search.title } : {}),
  };
}

function spanOf({ period, from, to }: JobsSearch, today: number, zone: TimeZone): Pick<JobFilter, 'from' | 'before'> {
  const first = from === undefined ? null : readDay(from, zone);
  const last = to === undefined ? null : readDay(to, zone);
  if (first !== null || last !== null) return { from: first, before: last === null ? null : addDays(last, 1, zone) };
  if (period) return { from: addDays(startOfDay(today, zone), 1 - PERIOD_DAYS[period], zone), before: null };
  return { from: null, before: null };
}

/** Everything but what chooses the view: tabs and texts keep it when they change. */
export function withoutNarrowing({ status, sort, scope }: JobsSearch): JobsSearch {
  return { ...(status ? { status } : {}), ...(sort ? { sort } : {}), ...(scope ? { scope } : {}) };
}

export function startOfDay(instant: number, zone: TimeZone): number {
  const date = new Date(instant);
  return zone === 'utc' ? date.setUTCHours(0, 0, 0, 0) : date.setHours(0, 0, 0, 0);
}

/** Days of a calendar: with a change of the clock one has 23 or 25 hours. */
export function addDays(day: number, count: number, zone: TimeZone): number {
  const date = new Date(day);
  return zone === 'utc' ? date.setUTCDate(date.getUTCDate() + count) : date.setDate(date.getDate() + count);
}

/** Midnight of `2026-11-20` in the zone; null where there is no such day. */
export function readDay(text: string, zone: TimeZone): number | null {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text)?.map(Number) ?? [];
  if (year === undefined || month === undefined || day === undefined) return null;
  const date = new Date(Date.UTC(year, month - 1, day));
  if (date.getUTCMonth() !== month - 1 || date.getUTCFullYear() !== year) return null;
  return zone === 'utc' ? date.getTime() : new Date(year, month - 1, day).getTime();
}
