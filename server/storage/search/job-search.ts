import { compareRanks, type JobRank } from '@contract/console/job-ranks';
import type { JobSort } from '@contract/console/job-sorts';
import type { PromptField } from '@contract/console/prompt-history';
import type { InputTerm, SearchTerms } from '@contract/console/search-terms';
import type { JobStatus } from '@contract/jobs/lifecycle';
import type { JobError, Labels } from '@contract/jobs/schemas';
import type { JobTimes } from './job-times';
import type { JobRecord } from '../job-record';
import type { TimesBlock } from './times-block';

/** Searches of the dashboard, in addition to the listing of the public API. Part of the `Store` port. */
export interface JobSearches {
  page(search: JobSearch, order: JobSort, limit: number, after?: SearchCursor): Promise<SearchPage>;
  /** Visits every match in submission order, without copying: there may be a hundred thousand. */
  visit(search: JobSearch, visitor: TimesVisitor): Promise<void>;
  /** Returns those of the given `seq` whose job matches. The owner of the jobs is not checked. */
  match(owner: string, seqs: readonly number[], terms: SearchTerms): Promise<Set<number>>;
  /** Yields the jobs of an owner whose prompts are known, newest first, in parts. */
  prompts(owner: string, field: PromptField): AsyncIterable<readonly JobPrompts[]>;
}

export interface JobPrompts {
  id: string;
  seq: number;
  /** Those of the field, one per line, as in `SearchFields`; empty if it has none. */
  lines: string;
}

export interface TimesVisitor {
  /** `index` is valid until the call returns. */
  job(times: JobTimes, index: number): void;
  /**
   * Called instead of `job` for blocks whose jobs all match; a store need not use it. @returns false to visit the jobs individually
   */
  block?(block: TimesBlock): boolean;
}

export interface JobSearch {
  owner: string;
  /** Lower case. Each word must occur in the text of the job, or be a prefix of its id. */
  words: readonly string[];
  /** Conditions on generation inputs; all must hold. */
  inputs?: readonly InputTerm[];
  /** Shape of the workflow (`workflowShape`); empty for jobs whose workflow has none. */
  shape?: string;
  /** Submitted at or after this time. */
  createdFrom?: number;
  /** Submitted before this time. */
  createdBefore?: number;
  statuses?: readonly JobStatus[];
  /** All labels must be present with these values. */
  labels?: Readonly<Labels>;
  /** Minimum run time in milliseconds (exclusive); active runs are measured until `now`. */
  ranOver?: { ms: number; now: number };
}

/** Position in a sort order. */
export interface SearchCursor {
  rank: JobRank;
  seq: number;
}

/** A missing status has no jobs. */
export type StatusCounts = Partial<Record<JobStatus, number>>;

export interface SearchPage {
  /** In the requested order. */
  jobs: JobRecord[];
  /** Cursor of the next page; `null` on the last page. */
  next: SearchCursor | null;
  /** Number of matches per status, ignoring the status filter; `null` after the first page. */
  counts: StatusCounts | null;
  /** True if there may be more matches than counted: a search for words that occur in many jobs ends early. */
  areCountsMinimum: boolean;
}

/** Minimum number of matches to count before a search for words may end early. */
export const MIN_COUNTED = 1000;

/** Shorter words are not searched in ids: they would be a prefix of too many by chance. */
export const MIN_ID_START = 4;

/** Compares positions; negative if `a` comes first. */
export function comparePositions(a: SearchCursor, b: SearchCursor, order: JobSort): number {
  return order === 'oldest' ? a.seq - b.seq : compareRanks(a.rank, b.rank, order) || b.seq - a.seq;
}

const MAX_OUTCOME = 1000;

/** Builds the searchable text of a finished job: the names of its outputs, and its error. */
export function outcomeText(outputNames: readonly string[], error: JobError | null): string {
  const parts = [...outputNames, error?.class_type, error?.code, error?.message];
  return parts.filter(Boolean).join('\n').slice(0, MAX_OUTCOME).toLowerCase();
}
