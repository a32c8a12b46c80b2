import type { QueryClient } from '@tanstack/react-query';
import type { Job, ListedJob } from '@contract/jobs/schemas';
import { apiMessageOf } from '@/api/api-error';
import type { Surface } from '@/api/surface';
import { cancelAndRead } from '@/domains/jobs/cancel-job';
import { t } from '@/lib/i18n/messages';
import type { Action } from './feedback/action';
import { failedCancelText, lateCancelText } from './job-text';

/** The cancel of a job, whose message names the job by its title on screen if it failed or came too late. */
export function cancelAction(client: QueryClient, surface: Surface, job: ListedJob, title: string): Action<void, Job> {
  return {
    run: () => cancelAndRead(client, surface, job),
    failed: (error) => ({
      isOfPage: true,
      title: t('Could not cancel {title}', { title }),
      description: apiMessageOf(error, failedCancelText(job.status)),
    }),
    done(result) {
      const outcome = lateCancelText(result);
      return outcome ? { tone: 'neutral', title: t('{title} {outcome}', { title, outcome }) } : null;
    },
  };
}
