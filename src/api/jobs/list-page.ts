import { isMutableOrder } from '@contract/console/job-sorts';
import { isApiError } from '../api-error';
import { fetchFromSurface, jobApiUrl } from '../ask-surface';
import { call } from '../client';
import { withAbsoluteLinks } from '../links';
import { settleJobs } from '../live/live-store';
import type { Surface } from '../surface';
import { isNotOffered } from '../surfaces/offered-operations';
import { isPlain, searchParams, type JobFilter } from './job-filter';
import { ListedPage, readPage, type FetchedJobsPage } from './job-list';

interface PageQuery {
  limit: number;
  cursor?: string;
  /** False: the surface said before that it cannot search. */
  maySearch?: boolean;
}

/** Screens of several servers read pages within a budget of their own. */
export type ListPage = typeof listPage;

/**
 * One page of the list. What the public listing cannot answer is asked of our gateway's own search; where there is none,
 * the page holds all jobs of the statuses, and `lookThrough` to search them with.
 */
export async function listPage(
  surface: Surface,
  filter: JobFilter,
  { limit, cursor, maySearch = true }: PageQuery,
  signal: AbortSignal,
): Promise<FetchedJobsPage> {
  const isSearch = !isPlain(filter) && maySearch && surface.kind === 'gateway';
  const search = isSearch ? searchParams(filter) : new URLSearchParams();
  if (!isSearch && filter.statuses) search.set('status', filter.statuses);
  search.set('limit', String(limit));
  if (cursor) search.set('cursor', cursor);
  const answered = isSearch ? await searchedPage(surface, search, signal) : await contractPage(surface, search, signal);
  if (!answered) return listPage(surface, filter, { limit, maySearch: false }, signal);
  const page = isSearch ? answered : withStatuses(answered, filter.statuses);
  settleJobs(
    surface.id,
    page.readings.map(({ job }) => job),
  );
  if (isPlain(filter)) return page;
  if (isSearch) {
    if (!isMutableOrder(filter.sort)) return page;
    const { sortJobs } = await import('./sort-jobs');
    return { ...page, arrange: (readings) => sortJobs(readings, filter.sort) };
  }
  const { searchLoaded } = await import('./local-search');
  return { ...page, lookThrough: searchLoaded };
}

/** Some surfaces ignore the filter by status (docs/api-notes.md, Job list). */
function withStatuses(page: FetchedJobsPage, statuses: string): FetchedJobsPage {
  if (statuses === '') return page;
  const wanted = new Set(statuses.split(','));
  return { ...page, readings: page.readings.filter(({ job }) => wanted.has(job.status)) };
}

async function contractPage(surface: Surface, query: URLSearchParams, signal: AbortSignal): Promise<FetchedJobsPage> {
  const answer = await call(surface, 'listJobs', { query, read: ListedPage, signal });
  return readPage(answer.body as unknown as ListedPage, answer.startedAt);
}

/** Null where the surface has no such endpoint. */
async function searchedPage(
  surface: Surface,
  query: URLSearchParams,
  signal: AbortSignal,
): Promise<FetchedJobsPage | null> {
  try {
    const startedAt = performance.now();
    const path = `/console/jobs?${query}`;
    const page = ListedPage.parse(JSON.parse(await fetchFromSurface(surface, path, { signal })));
    return readPage(withAbsoluteLinks(page, surface, jobApiUrl(surface) + path), startedAt);
  } catch (error) {
    if (isApiError(error) && isNotOffered(error.status)) return null;
    throw error;
  }
}
