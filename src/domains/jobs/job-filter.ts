import type { JobSort } from '@contract/console/job-sorts';
import { LABEL_TITLE } from '../job-record/job-labels';

/** Filter and order of a job list. Pure; `list-page.ts` requests the jobs. */

export interface JobFilter {
  /** Comma list; empty for all. */
  statuses: string;
  /** Search words that must all match; empty for no search. */
  text: string;
  /** Submitted at or after this time. */
  from: number | null;
  /** Submitted before this time. */
  before: number | null;
  sort: JobSort;
  /** Minimum run time in milliseconds; includes running jobs. */
  ranMs?: number;
  /** Workflow title in the job's label. */
  title?: string;
  /** Id of a job that has the same prompt. */
  promptOf?: string;
  /** Id of a job that has the same workflow, whatever its values. */
  workflowOf?: string;
}

export const ALL_JOBS: JobFilter = { statuses: '', text: '', from: null, before: null, sort: 'newest' };

/** Returns true if the public API supports it: only a status filter, and submission order. */
export function isPlain(filter: JobFilter): boolean {
  return !hasFilters(filter) && filter.sort === 'newest';
}

/** Returns true if it filters by anything except status. */
export function hasFilters({ text, from, before, ranMs, title, promptOf, workflowOf }: JobFilter): boolean {
  const given = [ranMs, title, promptOf, workflowOf].some((value) => value !== undefined);
  return given || text !== '' || from !== null || before !== null;
}

/** Returns its part of a cache key. */
export function filterKey(filter: JobFilter): string {
  return isPlain(filter) ? filter.statuses : searchParams(filter).toString();
}

/** Returns the parameters of `GET /console/jobs` and of the summary. */
export function searchParams({
  statuses,
  text,
  from,
  before,
  sort,
  ranMs,
  title,
  promptOf,
  workflowOf,
}: JobFilter): URLSearchParams {
  const search = new URLSearchParams();
  if (statuses) search.set('status', statuses);
  if (text) search.set('q', text);
  if (from !== null) search.set('from', String(from));
  if (before !== null) search.set('to', String(before));
  if (ranMs !== undefined) search.set('ran', String(ranMs));
  if (title !== undefined) search.set(`metadata[${LABEL_TITLE}]`, title);
  if (promptOf !== undefined) search.set('prompt_of', promptOf);
  if (workflowOf !== undefined) search.set('workflow_of', workflowOf);
  if (sort !== 'newest') search.set('sort', sort);
  return search;
}
