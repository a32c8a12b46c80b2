import type { QueryClient } from '@tanstack/react-query';
import type { ListedJob } from '@contract/jobs/schemas';
import { isApiError } from '@/api/api-error';
import { cancelAndRead } from '@/domains/jobs/cancel-job';
import type { Surface } from '@/api/surface';
import { t } from '@/lib/i18n/messages';
import { runAction } from '@/shared/feedback/action';
import { lateCancelText } from '@/shared/job-text';
import { jobTitle } from './job-title';

/** Cancels a job; a toast says if that failed or came too late. */
export async function cancelWithToast(client: QueryClient, surface: Surface, job: ListedJob): Promise<void> {
  await runAction({
    run: () => cancelAndRead(client, surface, job),
    failed: (error) => ({
      isOfPage: true,
      title: t('Could not cancel {title}', { title: jobTitle(job) }),
      description: isApiError(error) ? error.message : t('The job is still running.'),
    }),
    done(result) {
      const late = lateCancelText(result);
      return late ? { tone: 'neutral', title: t('{title} {outcome}', { title: jobTitle(job), outcome: late }) } : null;
    },
  });
}
