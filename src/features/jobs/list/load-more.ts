import { OLDER_LIMIT } from '@/domains/jobs/job-queries';
import { listPage } from '@/domains/jobs/list-page';
import type { Surface } from '@/api/surface';
import type { ListContinuation } from '../job/list-context';
import { matchesFilter } from '../filters/status-filters';

interface ReadOn {
  ids: readonly string[];
  /** `null` at the end of the list. */
  rest: ListContinuation | null;
}

/** If the surface cannot search, pages may have no match; after this many, the user decides whether to continue. */
const MAX_PAGES = 5;

/** Loads the next rows of a list with its filter and order. @throws ApiError */
export async function loadMore(
  surface: Surface,
  { filter, ...from }: ListContinuation,
  isKnown: (id: string) => boolean,
): Promise<ReadOn> {
  let cursor: string | null = from.cursor;
  let ids: string[] = [];
  for (let page = 0; page < MAX_PAGES && cursor !== null && ids.length === 0; page += 1) {
    const found = await listPage(surface, filter, { limit: OLDER_LIMIT, cursor }, new AbortController().signal);
    const fetchedJobs = found.filterLoaded ? found.filterLoaded(found.fetchedJobs, filter) : found.fetchedJobs;
    ids = fetchedJobs
      .filter(({ job }) => matchesFilter(job.status, filter.statuses) && !isKnown(job.id))
      .map(({ job }) => job.id);
    cursor = found.nextCursor;
  }
  return { ids, rest: cursor === null ? null : { ...from, filter, cursor } };
}
