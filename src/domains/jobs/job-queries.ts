import { queryOptions, skipToken, type QueryClient } from '@tanstack/react-query';
import { isActive } from '@contract/jobs/lifecycle';
import { isApiError } from '@/api/api-error';
import type { FetchedJob } from '@/api/live/merge-job';
import { operationKey, type Surface } from '@/api/surface';
import { isUnsupported } from '@/api/surfaces/offered-operations';
import { ALL_JOBS, filterKey, type JobFilter } from './job-filter';
import {
  joinHead,
  NO_OLDER_JOBS,
  replaceJob,
  unlistedHead,
  type JobsHead,
  type FetchedJobsPage,
  type OlderJobs,
} from './job-list';
import { listPage } from './list-page';
import { isStreamLive, pollOf } from './poll-interval';

export const HEAD_LIMIT = 50;
/** Until the gateway has read the inputs of all jobs, a search for them finds more each time. */
const INPUTS_POLL_MS = 3000;
/** Size of an older page. */
export const OLDER_LIMIT = 100;

export function headKey(surface: Surface, filter: JobFilter) {
  return operationKey(surface, 'listJobs', 'head', filterKey(filter));
}

export function olderKey(surface: Surface, filter: JobFilter) {
  return operationKey(surface, 'listJobs', 'older', filterKey(filter));
}

/** Query of the list head: one request per poll. */
export function jobsQuery(surface: Surface, filter: JobFilter) {
  const queryKey = headKey(surface, filter);
  return queryOptions({
    queryKey,
    queryFn: async ({ client, signal }): Promise<JobsHead> => {
      const startedAt = performance.now();
      try {
        const known = client.getQueryData<JobsHead>(queryKey);
        const how = { limit: HEAD_LIMIT, maySearch: !known?.filterLoaded };
        return joinHead(known, await listPage(surface, filter, how, signal));
      } catch (error) {
        // The console then shows only the jobs of its history.
        if (isApiError(error) && isUnsupported(error.status)) return unlistedHead(startedAt);
        throw error;
      }
    },
    retry: false,
    structuralSharing: false,
    refetchIntervalInBackground: true,
    refetchInterval: ({ state }) => {
      if (state.data?.isListed === false) return false;
      if (state.data?.inputsPending) return INPUTS_POLL_MS;
      const hasActive = state.data?.fetchedJobs.some(({ job }) => isActive(job.status)) ?? true;
      return pollOf(state, hasActive, state.data?.changedAt ?? 0, isStreamLive(surface.id));
    },
  });
}

/** Query of active jobs at any position; enabled only while some are shown that the head does not cover. */
export function activeJobsQuery(surface: Surface, isNeeded: boolean) {
  return queryOptions({
    queryKey: operationKey(surface, 'listJobs', 'active'),
    queryFn: isNeeded
      ? async ({ client, signal }): Promise<FetchedJobsPage> => {
          const filter = { ...ALL_JOBS, statuses: 'queued,running,canceling' };
          const page = await listPage(surface, filter, { limit: OLDER_LIMIT }, signal);
          updateInLists(client, surface, page.fetchedJobs);
          return page;
        }
      : skipToken,
    retry: false,
    structuralSharing: false,
    refetchIntervalInBackground: true,
    refetchInterval: ({ state }) => pollOf(state, true, state.data?.startedAt ?? 0, isStreamLive(surface.id)),
  });
}

/** Older pages that were fetched; written by `older-jobs.ts` only. */
export function olderJobsQuery(surface: Surface, filter: JobFilter) {
  return queryOptions<OlderJobs>({
    queryKey: olderKey(surface, filter),
    queryFn: skipToken,
    initialData: NO_OLDER_JOBS,
    staleTime: Infinity,
    structuralSharing: false,
  });
}

/** Updates jobs within cached lists without changing the age of the lists. */
export function updateInLists(client: QueryClient, surface: Surface, next: readonly FetchedJob[]): void {
  for (const part of ['head', 'older'] as const) {
    for (const query of client.getQueryCache().findAll({ queryKey: operationKey(surface, 'listJobs', part) })) {
      // The data types of these two queries.
      const data = query.state.data as JobsHead | OlderJobs | undefined;
      if (!data) continue;
      const fetchedJobs = next.reduce(replaceJob, data.fetchedJobs);
      if (fetchedJobs === data.fetchedJobs) continue;
      client.setQueryData(query.queryKey, { ...data, fetchedJobs }, { updatedAt: query.state.dataUpdatedAt });
    }
  }
}
