import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ListedJob } from '@contract/jobs/schemas';
import { call, follow } from '../client';
import { operationKey, type Surface } from '../surface';
import { takeJob, type JobData } from './job-queries';
import { rememberOwnCancel } from './own-cancels';

/** Asks for cancellation. The operation is idempotent, so asking twice does no harm. */
export function useCancelJob(surface: Surface) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (job: Pick<ListedJob, 'id' | 'urls'>) =>
      job.urls ? follow(surface, 'cancelJob', job.urls.cancel) : call(surface, 'cancelJob', { params: { id: job.id } }),
    onSuccess: ({ body, startedAt }) => {
      rememberOwnCancel(body.id);
      const data = takeJob(client, surface, body, startedAt);
      client.setQueryData<JobData>(operationKey(surface, 'getJob', body.id), data);
    },
    onSettled: (_answer, _error, { id }) =>
      Promise.all([
        client.invalidateQueries({ queryKey: operationKey(surface, 'getJob', id) }),
        client.invalidateQueries({ queryKey: operationKey(surface, 'listJobs', 'head') }),
        client.invalidateQueries({ queryKey: operationKey(surface, 'console.status') }),
      ]),
  });
}
