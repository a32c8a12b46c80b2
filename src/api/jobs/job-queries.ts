import { queryOptions, skipToken, type QueryClient } from '@tanstack/react-query';
import { isActive } from '@contract/jobs/lifecycle';
import { Job } from '@contract/jobs/schemas';
import { isApiError } from '../api-error';
import { call, follow } from '../client';
import { settleJobs, useLiveStore } from '../live/live-store';
import { newerReading, readingOf, type JobReading } from '../live/merge-job';
import { operationKey, type Surface } from '../surface';
import { ALL_JOBS, filterKey, type JobFilter } from './job-filter';
import {
  joinHead,
  NO_OLDER_JOBS,
  placeReading,
  unlistedHead,
  type JobsHead,
  type JobsPageReading,
  type OlderJobs,
} from './job-list';
import { isNotOffered, listPage } from './list-page';
import { pollInterval } from './poll-interval';

export const HEAD_LIMIT = 50;
/** Of a page behind the head. */
export const OLDER_LIMIT = 100;

export interface JobData extends JobReading<Job> {
  /** Monotonic instant at which the job last differed from the reading before. */
  changedAt: number;
}

/** One job, polled as fast as its state calls for. */
export function jobQuery(surface: Surface, id: string) {
  const queryKey = operationKey(surface, 'getJob', id);
  return queryOptions({
    queryKey,
    queryFn: async ({ client, signal }): Promise<JobData> => {
      const self = client.getQueryData<JobData>(queryKey)?.job.urls.self;
      const answer = self
        ? await follow(surface, 'getJob', self, { signal })
        : await call(surface, 'getJob', { params: { id }, signal });
      // One for each answer.
      return takeJobs(client, surface, [readingOf(answer.body, answer.startedAt)])[0] as JobData;
    },
    retry: false,
    structuralSharing: false,
    refetchIntervalInBackground: true,
    refetchInterval: (query) => {
      const { data } = query.state;
      const isGone = isApiError(query.state.error) && query.state.error.status === 404;
      if (isGone) return false;
      // The stream told an end that no GET has confirmed: that is waited for by asking.
      const isEnding = useLiveStore.getState().overlays[surface.id]?.[id]?.hasEnded === true;
      const isLive = !isEnding && (isStreamLive(surface.id) || isStreamLive(`${surface.id}/${id}`));
      return pollOf(query.state, data !== undefined && isActive(data.job.status), data?.changedAt ?? 0, isLive);
    },
  });
}

/** The job as a list already holds it, to draw its page without waiting; null where the listing left parts out. */
export function listedJob(
  client: QueryClient,
  surface: Surface,
  id: string,
): { data: JobData; updatedAt: number } | null {
  for (const query of client.getQueryCache().findAll({ queryKey: operationKey(surface, 'listJobs') })) {
    const { data, dataUpdatedAt } = query.state;
    const reading = (data as Partial<JobsHead> | undefined)?.readings?.find(({ job }) => job.id === id);
    const whole = Job.safeParse(reading?.job);
    if (!reading || !whole.success) continue;
    return { data: { ...reading, job: whole.data, changedAt: reading.startedAt }, updatedAt: dataUpdatedAt };
  }
  return null;
}

/** Puts jobs that answers held where all screens find them, unless newer answers are known: in one step for all. */
export function takeJobs(client: QueryClient, surface: Surface, answers: readonly JobReading<Job>[]): JobData[] {
  const taken = answers.map((answer) => {
    const known = client.getQueryData<JobData>(operationKey(surface, 'getJob', answer.job.id));
    const reading = newerReading(known, answer);
    return { ...reading, changedAt: known?.job === reading.job ? known.changedAt : answer.startedAt };
  });
  settleJobs(
    surface.id,
    taken.map(({ job }) => job),
  );
  placeInLists(client, surface, taken);
  return taken;
}

export function headKey(surface: Surface, filter: JobFilter) {
  return operationKey(surface, 'listJobs', 'head', filterKey(filter));
}

export function olderKey(surface: Surface, filter: JobFilter) {
  return operationKey(surface, 'listJobs', 'older', filterKey(filter));
}

/** The head of the list: one request a poll. */
export function jobsQuery(surface: Surface, filter: JobFilter) {
  const queryKey = headKey(surface, filter);
  return queryOptions({
    queryKey,
    queryFn: async ({ client, signal }): Promise<JobsHead> => {
      const startedAt = performance.now();
      try {
        const known = client.getQueryData<JobsHead>(queryKey);
        const how = { limit: HEAD_LIMIT, maySearch: !known?.lookThrough };
        return joinHead(known, await listPage(surface, filter, how, signal));
      } catch (error) {
        // The console then knows only the jobs that it remembers.
        if (isApiError(error) && isNotOffered(error.status)) return unlistedHead(startedAt);
        throw error;
      }
    },
    retry: false,
    structuralSharing: false,
    refetchIntervalInBackground: true,
    refetchInterval: ({ state }) => {
      if (state.data?.isListed === false) return false;
      const hasActive = state.data?.readings.some(({ job }) => isActive(job.status)) ?? true;
      return pollOf(state, hasActive, state.data?.changedAt ?? 0, isStreamLive(surface.id));
    },
  });
}

/** Active jobs wherever they stand in the list; asked for only while some are shown that the head does not cover. */
export function activeJobsQuery(surface: Surface, isNeeded: boolean) {
  return queryOptions({
    queryKey: operationKey(surface, 'listJobs', 'active'),
    queryFn: isNeeded
      ? async ({ client, signal }): Promise<JobsPageReading> => {
          const filter = { ...ALL_JOBS, statuses: 'queued,running,canceling' };
          const page = await listPage(surface, filter, { limit: OLDER_LIMIT }, signal);
          placeInLists(client, surface, page.readings);
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

/** Readings of jobs replace what the lists hold of them, and leave their own age as it is. */
function placeInLists(client: QueryClient, surface: Surface, next: readonly JobReading[]): void {
  for (const part of ['head', 'older'] as const) {
    for (const query of client.getQueryCache().findAll({ queryKey: operationKey(surface, 'listJobs', part) })) {
      const data = query.state.data as JobsHead | OlderJobs | undefined;
      if (!data) continue;
      const readings = next.reduce(placeReading, data.readings);
      if (readings === data.readings) continue;
      client.setQueryData(query.queryKey, { ...data, readings }, { updatedAt: query.state.dataUpdatedAt });
    }
  }
}

function isStreamLive(stream: string): boolean {
  return useLiveStore.getState().streams[stream]?.health === 'live';
}

interface PolledState {
  error: Error | null;
  dataUpdatedAt: number;
  errorUpdatedAt: number;
  errorUpdateCount: number;
}

function pollOf(state: PolledState, hasActive: boolean, changedAt: number, isLive: boolean): number | false {
  return pollInterval({
    now: performance.now(),
    changedAt,
    isHidden: document.hidden,
    hasActive,
    isLive,
    failingForMs: failingForMs(state),
    retryAfterS: isApiError(state.error) ? state.error.retryAfterS : null,
  });
}

function failingForMs({ error, dataUpdatedAt, errorUpdatedAt, errorUpdateCount }: PolledState): number | null {
  if (!error) return null;
  return dataUpdatedAt === 0 ? errorUpdateCount * 1000 : errorUpdatedAt - dataUpdatedAt;
}
