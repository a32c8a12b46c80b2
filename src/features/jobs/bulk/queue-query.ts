import { queryOptions } from '@tanstack/react-query';
import type { ListedJob } from '@contract/jobs/schemas';
import { ALL_JOBS } from '@/domains/jobs/job-filter';
import { listPage } from '@/domains/jobs/list-page';
import { operationKey, type Surface } from '@/api/surface';
import { walkPages } from '@/lib/walk-pages';

const PAGE = 100;

/** All queued jobs, including those that are not loaded in the list. */
export function queueQuery(surface: Surface) {
  return queryOptions({
    queryKey: operationKey(surface, 'listJobs', 'queue'),
    queryFn: async ({ signal }): Promise<ListedJob[]> => {
      const pages = await walkPages((cursor) => {
        const query = { limit: PAGE, ...(cursor === null ? {} : { cursor }) };
        return listPage(surface, { ...ALL_JOBS, statuses: 'queued' }, query, signal);
      });
      // Jobs may move between pages during loading.
      const jobs = new Map(pages.flatMap(({ fetchedJobs }) => fetchedJobs.map(({ job }) => [job.id, job])));
      // A surface without this filter returns all jobs.
      return [...jobs.values()].filter(({ status }) => status === 'queued');
    },
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
}
