import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { isActive } from '@contract/jobs/lifecycle';
import { Job } from '@contract/jobs/schemas';
import { isApiError } from '@/api/api-error';
import { call, follow } from '@/api/client';
import { settleJobs, useLiveStore } from '@/api/live/live-store';
import { newerCopy, toFetchedJob, type FetchedJob } from '@/api/live/merge-job';
import { isOwnGateway, operationKey, type Surface } from '@/api/surface';
import { learn } from '@/api/surfaces/capability-record';
import type { JobsHead } from './job-list';
import { updateInLists } from './job-queries';
import { noteStarts } from './job-start';
import { isStreamLive, pollOf } from './poll-interval';

export interface JobData extends FetchedJob<Job> {
  /** Monotonic time of the last change of the job. */
  changedAt: number;
}

/**
 * Other surfaces may report the end before the last output, or `expired` before the actual outcome (docs/api-notes.md, End of a
 * job).
 */
const LATE_READ_MS = 1500;
const LATE_FOR_MS = 4000;

/** A finished job is polled until it has not changed for a while. */
function mayStillChange(surface: Surface, { changedAt }: JobData): boolean {
  return !isOwnGateway(surface) && performance.now() - changedAt < LATE_FOR_MS;
}

/** Query of one job, with a poll interval by its state. */
export function jobQuery(surface: Surface, id: string) {
  const queryKey = operationKey(surface, 'getJob', id);
  return queryOptions({
    queryKey,
    queryFn: ({ client, signal }) => readJob(client, surface, id, signal),
    retry: false,
    structuralSharing: false,
    refetchIntervalInBackground: true,
    refetchInterval: (query) => {
      const { data } = query.state;
      const isGone = isApiError(query.state.error) && query.state.error.status === 404;
      if (isGone) return false;
      // The stream reported a terminal status that no GET has confirmed yet: poll until one does.
      const isEnding = useLiveStore.getState().overlays[surface.id]?.[id]?.isFinished === true;
      const isLive = !isEnding && (isStreamLive(surface.id) || isStreamLive(`${surface.id}/${id}`));
      const isOver = data !== undefined && !isActive(data.job.status);
      if (isOver && mayStillChange(surface, data)) return LATE_READ_MS;
      return pollOf(query.state, data !== undefined && !isOver, data?.changedAt ?? 0, isLive);
    },
  });
}

/** Reads one job from its surface into the cache. */
export async function readJob(
  client: QueryClient,
  surface: Surface,
  id: string,
  signal: AbortSignal,
): Promise<JobData> {
  const self = client.getQueryData<JobData>(operationKey(surface, 'getJob', id))?.job.urls.self;
  const response = self
    ? await follow(surface, 'getJob', self, { signal })
    : await call(surface, 'getJob', { params: { id }, signal });
  learn(surface, 'logs', response.body.urls.logs !== undefined);
  // One per response.
  return cacheJobs(client, surface, [toFetchedJob(response.body, response.startedAt)])[0] as JobData;
}

/** Returns the job from a cached list, to render its page at once; `null` if the listing omits parts. */
export function listedJob(
  client: QueryClient,
  surface: Surface,
  id: string,
): { data: JobData; updatedAt: number } | null {
  for (const query of client.getQueryCache().findAll({ queryKey: operationKey(surface, 'listJobs') })) {
    const { data, dataUpdatedAt } = query.state;
    // Lists contain jobs; other queries below this key may not.
    const fetched = (data as Partial<JobsHead> | undefined)?.fetchedJobs?.find(({ job }) => job.id === id);
    const whole = Job.safeParse(fetched?.job);
    if (!fetched || !whole.success) continue;
    return { data: { ...fetched, job: whole.data, changedAt: fetched.startedAt }, updatedAt: dataUpdatedAt };
  }
  return null;
}

/** Writes the jobs of responses to the cache, unless newer copies are known, in one step for all. */
export function cacheJobs(client: QueryClient, surface: Surface, responses: readonly FetchedJob<Job>[]): JobData[] {
  const taken = responses.map((response) => {
    const known = client.getQueryData<JobData>(operationKey(surface, 'getJob', response.job.id));
    const fetched = newerCopy(known, response);
    return { ...fetched, changedAt: known?.job === fetched.job ? known.changedAt : response.startedAt };
  });
  const jobs = taken.map(({ job }) => job);
  noteStarts(surface, jobs);
  settleJobs(surface.id, jobs);
  updateInLists(client, surface, taken);
  return taken;
}
