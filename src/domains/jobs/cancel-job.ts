import type { QueryClient } from '@tanstack/react-query';
import type { Job, ListedJob } from '@contract/jobs/schemas';
import { call, follow } from '@/api/client';
import { markStale } from '@/api/live/stale-table';
import { toFetchedJob, type FetchedJob } from '@/api/live/merge-job';
import { operationKey, type Surface } from '@/api/surface';
import { cacheJobs, type JobData } from './job-query';
import { recordLocalCancellations } from './local-cancellations';

type Cancelable = Pick<ListedJob, 'id' | 'urls'>;

/** Requests cancellation. The operation is idempotent, so a repeated request is harmless. @throws ApiError */
export async function cancelJob(client: QueryClient, surface: Surface, job: Cancelable): Promise<Job> {
  const response = await requestCancel(surface, job);
  cacheCanceledJobs(client, surface, [response]);
  return response.job;
}

/** Like `cancelJob`, but without updating the cache: `cacheCanceledJobs` does so for several jobs at once. @throws ApiError */
export async function requestCancel(surface: Surface, { id, urls }: Cancelable): Promise<FetchedJob<Job>> {
  const { body, startedAt } = urls
    ? await follow(surface, 'cancelJob', urls.cancel)
    : await call(surface, 'cancelJob', { params: { id } });
  return toFetchedJob(body, startedAt);
}

/** Writes all responses to the cache in one step, since each step re-renders the lists. */
export function cacheCanceledJobs(client: QueryClient, surface: Surface, responses: readonly FetchedJob<Job>[]): void {
  recordLocalCancellations(
    surface,
    responses.map(({ job }) => job.id),
  );
  for (const data of cacheJobs(client, surface, responses)) {
    client.setQueryData<JobData>(operationKey(surface, 'getJob', data.job.id), data);
  }
}

/** Cancels one job, and refetches in any case. @throws ApiError */
export async function cancelAndRead(client: QueryClient, surface: Surface, job: Cancelable): Promise<Job> {
  try {
    return await cancelJob(client, surface, job);
  } finally {
    await markStale(client, surface, 'cancelJob', job.id);
  }
}
