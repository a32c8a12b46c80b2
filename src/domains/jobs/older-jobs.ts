import type { QueryClient } from '@tanstack/react-query';
import type { Surface } from '@/api/surface';
import type { JobFilter } from './job-filter';
import { nextUnvisitedCursor } from '@/lib/walk-pages';
import type { FetchedJob } from '@/api/live/merge-job';
import { appendOlder, joinPages, NO_OLDER_JOBS, olderCursor, type JobsHead, type OlderJobs } from './job-list';
import { headKey, OLDER_LIMIT, olderKey } from './job-queries';
import { listPage } from './list-page';

/** Fetches the next older page, if there is one. @throws ApiError */
export async function loadOlderJobs(
  client: QueryClient,
  surface: Surface,
  filter: JobFilter,
  signal: AbortSignal,
): Promise<void> {
  const head = client.getQueryData<JobsHead>(headKey(surface, filter));
  const older = client.getQueryData<OlderJobs>(olderKey(surface, filter)) ?? NO_OLDER_JOBS;
  const cursor = head ? olderCursor(head, older) : null;
  if (!head || cursor === null) return;
  const how = { limit: OLDER_LIMIT, cursor, maySearch: !head.filterLoaded };
  const page = await listPage(surface, filter, how, signal);
  client.setQueryData<OlderJobs>(olderKey(surface, filter), appendOlder(older, head.nextCursor, page));
}

/**
 * Fetches all older pages and returns every loaded job; stops early if the signal is aborted or a page adds nothing.
 * @throws ApiError
 */
export async function loadAllOlderJobs(
  client: QueryClient,
  surface: Surface,
  filter: JobFilter,
  signal: AbortSignal,
): Promise<readonly FetchedJob[]> {
  const walked: (string | null)[] = [];
  const known = () => {
    const head = client.getQueryData<JobsHead>(headKey(surface, filter));
    const older = client.getQueryData<OlderJobs>(olderKey(surface, filter)) ?? NO_OLDER_JOBS;
    return head
      ? { cursor: nextUnvisitedCursor(olderCursor(head, older), walked), fetchedJobs: joinPages(head, older) }
      : { cursor: null, fetchedJobs: [] };
  };
  let { cursor, fetchedJobs } = known();
  while (cursor !== null && !signal.aborted) {
    walked.push(cursor);
    await loadOlderJobs(client, surface, filter, signal);
    ({ cursor, fetchedJobs } = known());
  }
  return fetchedJobs;
}
