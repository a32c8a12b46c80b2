import type { ListedJob } from '@contract/jobs/schemas';
import { call } from '../client';
import type { Surface } from '../surface';
import { ListedPage, readPage } from './job-list';

/** One page of a surface's list, however the surface words it. For single questions; screens go by `job-queries.ts`. */
export async function listedJobs(
  surface: Surface,
  query: Readonly<Record<string, string>>,
  signal: AbortSignal,
  { isAskedAnyway = false } = {},
): Promise<ListedJob[]> {
  const answer = await call(surface, 'listJobs', { query, read: ListedPage, signal, isAskedAnyway });
  return readPage(answer.body as unknown as ListedPage, answer.startedAt).readings.map(({ job }) => job);
}
