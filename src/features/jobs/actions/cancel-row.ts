import type { QueryClient } from '@tanstack/react-query';
import { isApiError } from '@/api/api-error';
import { cancelAndRead } from '@/domains/jobs/cancel-job';
import type { FetchedJob } from '@/api/live/merge-job';
import type { Surface } from '@/api/surface';
import { showToast } from '@/shared/feedback/toasts';
import { jobTitle } from '../job-title';

/** Cancels the job of a row; a failure is shown as a toast. */
export async function cancelRow(client: QueryClient, surface: Surface, { job }: FetchedJob): Promise<void> {
  try {
    await cancelAndRead(client, surface, job);
  } catch (error) {
    showToast({
      tone: 'bad',
      isOfPage: true,
      title: `Could not cancel ${jobTitle(job)}`,
      description: isApiError(error) ? error.message : 'The job is still running.',
    });
  }
}
