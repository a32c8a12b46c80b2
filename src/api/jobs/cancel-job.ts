import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { Job, ListedJob } from '@contract/jobs/schemas';
import { call, follow } from '../client';
import { readingOf, type FetchedJob } from '../live/merge-job';
import { operationKey, type Surface } from '../surface';
import { takeJobs, type JobData } from './job-query';
import { rememberOwnCancels } from './local-cancellations';

type Cancelable = Pick<ListedJob, 'id' | 'urls'>;

/** Asks for cancellation. The operation is idempotent, so asking twice does no harm. @throws ApiError */
export async function cancelJob(client: QueryClient, surface: Surface, job: Cancelable): Promise<Job> {
  const answer = await askToCancel(surface, job);
  takeCanceled(client, surface, [answer]);
  return answer.job;
}

/** As `cancelJob`, but no screen knows yet: `takeCanceled` tells of several at once. @throws ApiError */
export async function askToCancel(surface: Surface, { id, urls }: Cancelable): Promise<FetchedJob<Job>> {
  const { body, startedAt } = urls
    ? await follow(surface, 'cancelJob', urls.cancel)
    : await call(surface, 'cancelJob', { params: { id } });
  return readingOf(body, startedAt);
}

/** What surfaces answered, on every screen in one step: each step draws the lists anew. */
export function takeCanceled(client: QueryClient, surface: Surface, answers: readonly FetchedJob<Job>[]): void {
  rememberOwnCancels(
    surface,
    answers.map(({ job }) => job.id),
  );
  for (const data of takeJobs(client, surface, answers)) {
    client.setQueryData<JobData>(operationKey(surface, 'getJob', data.job.id), data);
  }
}

/** Single jobs, lists and counts that a cancellation may have changed are read anew. */
export async function readAfterCancel(client: QueryClient, surface: Surface): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: operationKey(surface, 'listJobs', 'head') }),
    client.invalidateQueries({ queryKey: operationKey(surface, 'console.status') }),
    // Where the server does not count, its active jobs are counted here.
    client.invalidateQueries({ queryKey: operationKey(surface, 'derived.reachable') }),
  ]);
}

/** Cancels one job, and reads what that changed, however it went. @throws ApiError */
export async function cancelAndRead(client: QueryClient, surface: Surface, job: Cancelable): Promise<Job> {
  try {
    return await cancelJob(client, surface, job);
  } finally {
    await Promise.all([
      client.invalidateQueries({ queryKey: operationKey(surface, 'getJob', job.id) }),
      readAfterCancel(client, surface),
    ]);
  }
}

export function useCancelJob(surface: Surface) {
  const client = useQueryClient();
  return useMutation({ mutationFn: (job: Cancelable) => cancelAndRead(client, surface, job) });
}
