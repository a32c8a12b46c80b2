import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ListedJob } from '@contract/jobs/schemas';
import { ALL_JOBS } from '@/api/jobs/job-filter';
import { joinPages, NO_OLDER_JOBS, type OlderJobs } from '@/api/jobs/job-list';
import { jobsQuery, olderKey } from '@/api/jobs/job-queries';
import type { Draft } from '@/api/storage/draft';
import { draftsQuery } from '@/api/storage/drafts';
import type { Surface } from '@/api/surface';

/** What the palette looks through. More would make each key slow, and is what the list of jobs is for. */
const MAX_JOBS = 200;

export interface RecentWork {
  jobs: readonly ListedJob[];
  drafts: readonly Draft[];
  /** What is missing, where the jobs could not be read. */
  problem: string | null;
  isPending: boolean;
}

/** Jobs that the cache holds, their head read once; and the drafts of this device. */
export function useRecentWork(surface: Surface): RecentWork {
  const client = useQueryClient();
  const head = useQuery({ ...jobsQuery(surface, ALL_JOBS), refetchInterval: false });
  const drafts = useQuery(draftsQuery(surface));
  const older = client.getQueryData<OlderJobs>(olderKey(surface, ALL_JOBS)) ?? NO_OLDER_JOBS;
  const readings = head.data ? joinPages(head.data, older) : [];
  return {
    jobs: readings.slice(0, MAX_JOBS).map(({ job }) => job),
    drafts: drafts.data?.drafts ?? [],
    problem: problemOf(head),
    isPending: head.isPending || drafts.isPending,
  };
}

function problemOf({ data, isError }: { data?: { isListed: boolean } | undefined; isError: boolean }): string | null {
  if (isError) return 'Jobs could not be loaded and are not searched.';
  return data?.isListed === false ? 'This server does not list jobs: open one by its ID.' : null;
}
