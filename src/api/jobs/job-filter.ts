import type { JobSort } from '@contract/console/job-sorts';
import { LABEL_TITLE } from '../outbox/outbox-entry';

/** Which jobs a list shows, and in which order. Pure; how a surface is asked for them is in `list-page.ts`. */

export interface JobFilter {
  /** Comma list; empty for all. */
  statuses: string;
  /** Words that must all be found; empty for none. */
  text: string;
  /** Submitted at or after this instant. */
  from: number | null;
  /** Submitted before this instant. */
  before: number | null;
  sort: JobSort;
  /** Ran longer than so many milliseconds, or does so now. */
  ranMs?: number;
  /** What its label calls the workflow. */
  title?: string;
}

export const ALL_JOBS: JobFilter = { statuses: '', text: '', from: null, before: null, sort: 'newest' };

/** Whether the listing of the public API can answer it: that one knows statuses, and the order of submission. */
export function isPlain(filter: JobFilter): boolean {
  return !isNarrow(filter) && filter.sort === 'newest';
}

/** Whether it hides jobs, the statuses aside. */
export function isNarrow({ text, from, before, ranMs, title }: JobFilter): boolean {
  return text !== '' || from !== null || before !== null || ranMs !== undefined || title !== undefined;
}

/** Its part of a cache key. */
export function filterKey(filter: JobFilter): string {
  return isPlain(filter) ? filter.statuses : searchParams(filter).toString();
}

/** As `GET /console/jobs` takes it, and the summary with it. */
export function searchParams({ statuses, text, from, before, sort, ranMs, title }: JobFilter): URLSearchParams {
  const search = new URLSearchParams();
  if (statuses) search.set('status', statuses);
  if (text) search.set('q', text);
  if (from !== null) search.set('from', String(from));
  if (before !== null) search.set('to', String(before));
  if (ranMs !== undefined) search.set('ran', String(ranMs));
  if (title !== undefined) search.set(`metadata[${LABEL_TITLE}]`, title);
  if (sort !== 'newest') search.set('sort', sort);
  return search;
}
