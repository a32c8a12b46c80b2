import type { QueryClient } from '@tanstack/react-query';
import type { JobFilter } from '@/domains/jobs/job-filter';
import { loadAllOlderJobs } from '@/domains/jobs/older-jobs';
import type { Surface } from '@/api/surface';
import { matchesFilter } from '../filters/status-filters';

/** Loads the rest of a server's list, and returns the ids of all matching jobs. @throws ApiError */
export async function loadMatching(
  client: QueryClient,
  surface: Surface,
  filter: JobFilter,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const fetchedJobs = await loadAllOlderJobs(client, surface, filter, signal);
  return fetchedJobs.filter(({ job }) => matchesFilter(job.status, filter.statuses)).map(({ job }) => job.id);
}
