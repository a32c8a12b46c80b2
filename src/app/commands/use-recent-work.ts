import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ListedJob } from '@contract/jobs/schemas';
import { ALL_JOBS } from '@/domains/jobs/job-filter';
import { joinPages, NO_OLDER_JOBS, type OlderJobs } from '@/domains/jobs/job-list';
import { jobsQuery, olderKey } from '@/domains/jobs/job-queries';
import type { Draft } from '@/domains/drafts/draft';
import { draftsQuery } from '@/domains/drafts/drafts';
import type { Surface } from '@/api/surface';
import { t } from '@/lib/i18n/messages';

/** Searched by the palette. More would make each keystroke slow; the lists of jobs and drafts cover the rest. */
const MAX_JOBS = 200;
const MAX_DRAFTS = 500;

export interface RecentWork {
  jobs: readonly ListedJob[];
  drafts: readonly Draft[];
  /** Message about what is missing if the jobs could not be read. */
  problem: string | null;
  isPending: boolean;
}

/** Returns the cached jobs, after fetching the list head once, and the drafts of this device. */
export function useRecentWork(surface: Surface): RecentWork {
  const client = useQueryClient();
  const head = useQuery({ ...jobsQuery(surface, ALL_JOBS), refetchInterval: false });
  const drafts = useQuery(draftsQuery(surface, { limit: MAX_DRAFTS }));
  const older = client.getQueryData<OlderJobs>(olderKey(surface, ALL_JOBS)) ?? NO_OLDER_JOBS;
  const fetchedJobs = head.data ? joinPages(head.data, older) : [];
  return {
    jobs: fetchedJobs.slice(0, MAX_JOBS).map(({ job }) => job),
    drafts: drafts.data?.drafts ?? [],
    problem: problemOf(head),
    isPending: head.isPending || drafts.isPending,
  };
}

function problemOf({ data, isError }: { data?: { isListed: boolean } | undefined; isError: boolean }): string | null {
  if (isError) return t('Jobs could not be loaded and are not searched.');
  return data?.isListed === false ? t('This server does not list jobs: open one by its ID.') : null;
}
