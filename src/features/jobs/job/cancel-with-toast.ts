import type { QueryClient } from '@tanstack/react-query';
import type { ListedJob } from '@contract/jobs/schemas';
import { isApiError } from '@/api/api-error';
import { cancelAndRead } from '@/domains/jobs/cancel-job';
import type { Surface } from '@/api/surface';
import { showToast } from '@/shared/feedback/toasts';
import { lateCancelText } from '@/shared/job-text';
import { jobTitle } from './job-title';

/** Cancels a job; a toast says if that failed or came too late. */
export async function cancelWithToast(client: QueryClient, surface: Surface, job: ListedJob): Promise<void> {
  try {
    const late = lateCancelText(await cancelAndRead(client, surface, job));
    if (late) showToast({ tone: 'neutral', title: `${jobTitle(job)} ${late}` });
  } catch (error) {
    showToast({
      tone: 'bad',
      isOfPage: true,
      title: `Could not cancel ${jobTitle(job)}`,
      description: isApiError(error) ? error.message : 'The job is still running.',
    });
  }
}
