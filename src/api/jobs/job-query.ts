import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { isActive } from '@contract/jobs/lifecycle';
import { Job } from '@contract/jobs/schemas';
import { isApiError } from '../api-error';
import { call, follow } from '../client';
import { settleJobs, useLiveStore } from '../live/live-store';
import { newerCopy, readingOf, type FetchedJob } from '../live/merge-job';
import { isOwnGateway, operationKey, type Surface } from '../surface';
import { learn } from '../surfaces/capability-record';
import type { JobsHead } from './job-list';
import { placeInLists } from './job-queries';
import { isStreamLive, pollOf } from './poll-query';

export interface JobData extends FetchedJob<Job> {
  /** Monotonic instant at which the job last differed from the reading before. */
  changedAt: number;
}

/**
 * Other surfaces may report the end before the last output, or `expired` before the true end (docs/api-notes.md, End of a
 * job).
 */
const LATE_READ_MS = 1500;
const LATE_FOR_MS = 4000;

/** A job that is over is read until it has not changed for a while. */
function mayStillChange(surface: Surface, { changedAt }: JobData): boolean {
  return !isOwnGateway(surface) && performance.now() - changedAt < LATE_FOR_MS;
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
      learn(surface, 'logs', answer.body.urls.logs !== undefined);
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
      const isOver = data !== undefined && !isActive(data.job.status);
      if (isOver && mayStillChange(surface, data)) return LATE_READ_MS;
      return pollOf(query.state, data !== undefined && !isOver, data?.changedAt ?? 0, isLive);
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
export function takeJobs(client: QueryClient, surface: Surface, answers: readonly FetchedJob<Job>[]): JobData[] {
  const taken = answers.map((answer) => {
    const known = client.getQueryData<JobData>(operationKey(surface, 'getJob', answer.job.id));
    const reading = newerCopy(known, answer);
    return { ...reading, changedAt: known?.job === reading.job ? known.changedAt : answer.startedAt };
  });
  settleJobs(
    surface.id,
    taken.map(({ job }) => job),
  );
  placeInLists(client, surface, taken);
  return taken;
}
