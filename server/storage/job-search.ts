import { compareRanks, type JobRank } from '@contract/console/job-ranks';
import type { JobSort } from '@contract/console/job-sorts';
import type { JobStatus } from '@contract/jobs/lifecycle';
import type { JobError, Labels } from '@contract/jobs/schemas';
import type { JobTimes } from './job-times';
import type { JobRecord } from './store';
import type { TimesBlock } from './times-block';

/** What the dashboard asks of the records, beside the listing of the public API. A part of the `Store` port. */
export interface JobSearches {
  page(search: JobSearch, order: JobSort, limit: number, after?: SearchCursor): Promise<SearchPage>;
  /** Shows every match, in order of submission: the times of a hundred thousand jobs are not worth a copy. */
  visit(search: JobSearch, visitor: TimesVisitor): Promise<void>;
}

export interface TimesVisitor {
  /** `index` holds until the call returns. */
  job(times: JobTimes, index: number): void;
  /** In place of its jobs, which all match; the store need not. @returns false: show the jobs */
  block?(block: TimesBlock): boolean;
}

export interface JobSearch {
  owner: string;
  /** Lower case. Each must be found: in the text of the job, or as the start of its id. */
  words: readonly string[];
  /** Submitted at or after. */
  createdFrom?: number;
  /** Submitted before. */
  createdBefore?: number;
  statuses?: readonly JobStatus[];
  /** Each must be there with its value. */
  labels?: Readonly<Labels>;
  /** Ran longer than so many milliseconds; a run that goes on is measured until `now`. */
  ranOver?: { ms: number; now: number };
}

/** A place in an order. */
export interface SearchCursor {
  rank: JobRank;
  seq: number;
}

/** Absent: none. */
export type StatusCounts = Partial<Record<JobStatus, number>>;

export interface SearchPage {
  /** In the order asked for. */
  jobs: JobRecord[];
  /** Where the next page starts; null at the end. */
  next: SearchCursor | null;
  /** How many match under each status, whatever statuses are asked for; null behind the first page. */
  counts: StatusCounts | null;
  /** There may be more matches than were counted: a search for words that many jobs hold ends early. */
  areCountsMinimum: boolean;
}

/** Matches that are counted at least, before a search for words may end early. */
export const MIN_COUNTED = 1000;

/** Shorter words are not looked for in ids: by chance they would be the start of too many. */
export const MIN_ID_START = 4;

/** Negative: `a` comes first. */
export function comparePlaces(a: SearchCursor, b: SearchCursor, order: JobSort): number {
  return order === 'oldest' ? a.seq - b.seq : compareRanks(a.rank, b.rank, order) || b.seq - a.seq;
}

const MAX_OUTCOME = 1000;

/** What is known of a job once it is over: the names of its outputs, and its error. */
export function outcomeText(outputNames: readonly string[], error: JobError | null): string {
  const parts = [...outputNames, error?.class_type, error?.code, error?.message];
  return parts.filter(Boolean).join('\n').slice(0, MAX_OUTCOME).toLowerCase();
}
