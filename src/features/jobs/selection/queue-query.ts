import { queryOptions } from '@tanstack/react-query';
import type { ListedJob } from '@contract/jobs/schemas';
import { ALL_JOBS } from '@/api/jobs/job-filter';
import { listPage } from '@/api/jobs/list-page';
import { operationKey, type Surface } from '@/api/surface';

const PAGE = 100;

/** All jobs that wait, not only those on the screen. */
export function queueQuery(surface: Surface) {
  return queryOptions({
    queryKey: operationKey(surface, 'listJobs', 'queue'),
    queryFn: async ({ signal }): Promise<ListedJob[]> => {
      const jobs: ListedJob[] = [];
      let cursor: string | null = null;
      do {
        const query = { limit: PAGE, ...(cursor === null ? {} : { cursor }) };
        const page = await listPage(surface, { ...ALL_JOBS, statuses: 'queued' }, query, signal);
        jobs.push(...page.readings.map(({ job }) => job));
        cursor = page.nextCursor;
      } while (cursor !== null);
      // A surface without this filter answers with all.
      return jobs.filter(({ status }) => status === 'queued');
    },
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
}
