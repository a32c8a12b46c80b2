import type { QueryClient } from '@tanstack/react-query';
import type { JobFilter } from '@/api/jobs/job-filter';
import type { ListPage } from '@/api/jobs/list-page';
import { loadAllOlderJobs } from '@/api/jobs/older-jobs';
import type { Surface } from '@/api/surface';
import { passesFilter } from '../status-filters';

/** Loads the rest of the list of a server, and returns the ids of all jobs that match. @throws ApiError */
export async function loadMatching(
  client: QueryClient,
  surface: Surface,
  filter: JobFilter,
  signal: AbortSignal,
  read?: ListPage,
): Promise<readonly string[]> {
  const readings = await loadAllOlderJobs(client, surface, filter, signal, read);
  return readings.filter(({ job }) => passesFilter(job.status, filter.statuses)).map(({ job }) => job.id);
}
