import type { JobSort } from '@contract/console/job-sorts';
import type { Surface } from '@/api/surface';
import type { JobFilter } from '@/domains/jobs/job-filter';
import type { Rating } from '@/domains/annotations/job-annotation';
import { spanOf, type DateRange } from '@/shared/page/date-range';
import type { TimeZone } from '@/lib/time-zone';
import { readStatusParam } from './status-filters';

/** Search params of the list; absent ones have their default. Validated by the route. */
export interface JobsSearch extends DateRange {
  /** Comma-separated statuses. */
  status?: string | undefined;
  /** Search words. */
  q?: string | undefined;
  sort?: JobSort | undefined;
  /** Longer runs only. */
  ran?: MinDuration | undefined;
  /** Jobs whose label has this workflow title. */
  title?: string | undefined;
  /** Id of a job: jobs with its prompt. */
  like?: string | undefined;
  /** Id of a job: jobs with its workflow. */
  workflow?: string | undefined;
  /** Comma-separated ids of the jobs that are compared, in a dialog over the list. */
  compare?: string | undefined;
  /** Starred jobs only. */
  star?: true | undefined;
  /** Comma-separated tags that a job must have. */
  tags?: string | undefined;
  /** Minimum rating. */
  rated?: Rating | undefined;
  /** Jobs in the local history, from any source. */
  kept?: true | undefined;
  /** Jobs of all servers in one list; absent: jobs of the server in the path. */
  scope?: 'all' | undefined;
  /** Comma-separated ids of the servers that the list of all servers is limited to. */
  servers?: string | undefined;
}

export const MIN_DURATIONS = ['10s', '60s', '300s'] as const;
export type MinDuration = (typeof MIN_DURATIONS)[number];

/** Queue order where a list shows the queue of one server that reports it. @param surface `null` for several servers */
export function defaultSort({ status }: JobsSearch, surface: Surface | null): JobSort {
  return status === 'queued' && surface?.kind === 'gateway' ? 'queue' : 'newest';
}

/** @param today any instant of the current day @param surface `null` for several servers */
export function filterOf(search: JobsSearch, today: number, zone: TimeZone, surface: Surface | null = null): JobFilter {
  return {
    statuses: readStatusParam(search.status),
    text: (search.q ?? '').trim().replaceAll(/\s+/g, ' '),
    ...spanOf(search, today, zone),
    sort: search.sort ?? defaultSort(search, surface),
    ...(search.ran ? { ranMs: Number.parseInt(search.ran, 10) * 1000 } : {}),
    ...(search.title ? { title: search.title } : {}),
    ...(search.like ? { promptOf: search.like } : {}),
    ...(search.workflow ? { workflowOf: search.workflow } : {}),
  };
}

/** Returns true if the list has annotated or remembered jobs. */
export function isMarked({ star, tags, rated, kept }: JobsSearch): boolean {
  return (star ?? tags ?? rated ?? kept) !== undefined;
}

/** Search params without the filters; tabs and texts keep these. */
export function withoutFilters({ status, sort, scope }: JobsSearch): JobsSearch {
  return { ...(status ? { status } : {}), ...(sort ? { sort } : {}), ...(scope ? { scope } : {}) };
}
