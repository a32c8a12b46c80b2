import type { QueryClient } from '@tanstack/react-query';
import type { Surface } from '../surface';
import type { JobFilter } from './job-filter';
import { appendOlder, NO_OLDER_JOBS, olderCursor, type JobsHead, type OlderJobs } from './job-list';
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
  const how = { limit: OLDER_LIMIT, cursor, maySearch: !head.lookThrough };
  const page = await listPage(surface, filter, how, signal);
  client.setQueryData<OlderJobs>(olderKey(surface, filter), appendOlder(older, head.nextCursor, page));
}
