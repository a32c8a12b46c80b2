import { queryOptions } from '@tanstack/react-query';
import type { ListedJob } from '@contract/jobs/schemas';
import { ALL_JOBS } from '@/api/jobs/job-filter';
import { listPage } from '@/api/jobs/list-page';
import { operationKey, type Surface } from '@/api/surface';
import { walkPages } from '@/lib/walk-pages';

const PAGE = 100;

/** All jobs that wait, not only those on the screen. */
export function queueQuery(surface: Surface) {
  return queryOptions({
    queryKey: operationKey(surface, 'listJobs', 'queue'),
    queryFn: async ({ signal }): Promise<ListedJob[]> => {
      const pages = await walkPages((cursor) => {
        const query = { limit: PAGE, ...(cursor === null ? {} : { cursor }) };
        return listPage(surface, { ...ALL_JOBS, statuses: 'queued' }, query, signal);
      });
      // Jobs move between pages while they are read.
      const jobs = new Map(pages.flatMap(({ readings }) => readings.map(({ job }) => [job.id, job])));
      // A surface without this filter answers with all.
      return [...jobs.values()].filter(({ status }) => status === 'queued');
    },
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
}
