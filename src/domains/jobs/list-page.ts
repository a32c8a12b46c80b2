import { isMutableOrder } from '@contract/console/job-sorts';
import { isApiError } from '@/api/api-error';
import { jobApiUrl } from '@/api/fetch-from-surface';
import { callConsole, consolePath } from '@/api/call-console';
import { call } from '@/api/client';
import { withAbsoluteLinks } from '@/api/links';
import { settleJobs } from '@/api/live/live-store';
import type { Surface } from '@/api/surface';
import { isUnsupported } from '@/api/surfaces/offered-operations';
import { isPlain, searchParams, type JobFilter } from './job-filter';
import { ListedPage } from '@/api/surfaces/listed-jobs';
import { loadModule } from '@/lib/load-module';
import { readPage, type FetchedJobsPage } from './job-list';
import { noteStarts } from './job-start';
import { sortJobs } from './sort-jobs';

interface PageQuery {
  limit: number;
  cursor?: string;
  /** False if the surface has reported that it cannot search. */
  maySearch?: boolean;
}

/**
 * Fetches one page of the list. Uses the search of our gateway for filters that the public listing does not support; without
 * it, the page contains all jobs of the statuses, and `filterLoaded` to filter them.
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
  const listed = page.fetchedJobs.map(({ job }) => job);
  noteStarts(surface, listed);
  settleJobs(surface.id, listed);
  if (isPlain(filter)) return page;
  if (isSearch) {
    if (!isMutableOrder(filter.sort)) return page;
    return { ...page, arrange: (fetchedJobs) => sortJobs(fetchedJobs, filter.sort) };
  }
  // Most servers are gateways, which search themselves.
  const { readKnownWorkflows, searchLoaded } = await loadModule(() => import('./local-search'));
  await readKnownWorkflows(surface, listed, filter);
  return { ...page, filterLoaded: searchLoaded(surface) };
}

/** Filters by status, since some surfaces ignore that filter (docs/api-notes.md, Job list). */
function withStatuses(page: FetchedJobsPage, statuses: string): FetchedJobsPage {
  if (statuses === '') return page;
  const wanted = new Set(statuses.split(','));
  return { ...page, fetchedJobs: page.fetchedJobs.filter(({ job }) => wanted.has(job.status)) };
}

async function contractPage(surface: Surface, query: URLSearchParams, signal: AbortSignal): Promise<FetchedJobsPage> {
  const response = await call(surface, 'listJobs', { query, read: ListedPage, signal });
  return readPage(response.body, response.startedAt);
}

/** `null` if the surface has no such endpoint. */
async function searchedPage(
  surface: Surface,
  query: URLSearchParams,
  signal: AbortSignal,
): Promise<FetchedJobsPage | null> {
  try {
    const startedAt = performance.now();
    const page = await callConsole(surface, 'searchJobs', { query, signal });
    const url = jobApiUrl(surface) + consolePath('searchJobs', {}, query);
    return readPage(withAbsoluteLinks(page, surface, url), startedAt);
  } catch (error) {
    if (isApiError(error) && isUnsupported(error.status)) return null;
    throw error;
  }
}
