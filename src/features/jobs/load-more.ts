import { OLDER_LIMIT } from '@/api/jobs/job-queries';
import { listPage } from '@/api/jobs/list-page';
import type { Surface } from '@/api/surface';
import type { ListRest } from './list-context';
import { passesFilter } from './status-filters';

interface ReadOn {
  ids: readonly string[];
  /** Null at the end of the list. */
  rest: ListRest | null;
}

/** Where the surface cannot search, pages may hold no match: after these somebody says whether to look on. */
const MAX_PAGES = 5;

/** The next rows of a list, by its filter and in its order. @throws ApiError */
export async function readOn(
  surface: Surface,
  { filter, ...from }: ListRest,
  isKnown: (id: string) => boolean,
): Promise<ReadOn> {
  let cursor: string | null = from.cursor;
  let ids: string[] = [];
  for (let page = 0; page < MAX_PAGES && cursor !== null && ids.length === 0; page += 1) {
    const found = await listPage(surface, filter, { limit: OLDER_LIMIT, cursor }, new AbortController().signal);
    const readings = found.lookThrough ? found.lookThrough(found.readings, filter) : found.readings;
    ids = readings
      .filter(({ job }) => passesFilter(job.status, filter.statuses) && !isKnown(job.id))
      .map(({ job }) => job.id);
    cursor = found.nextCursor;
  }
  return { ids, rest: cursor === null ? null : { ...from, filter, cursor } };
}
