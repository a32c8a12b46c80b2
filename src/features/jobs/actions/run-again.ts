import type { QueryClient } from '@tanstack/react-query';
import type { ListedJob } from '@contract/jobs/schemas';
import { NOT_STORED } from '@/domains/outbox/outbox-machine';
import type { OutboxState } from '@/domains/outbox/outbox-entry';
import { rejectionMessage, rejectionTitle } from '@/domains/outbox/submit-error-messages';
import type { Surface } from '@/api/surface';
import { t } from '@/lib/i18n/messages';
import { showToast } from '@/shared/feedback/toasts';
import { submitAgain } from './submit-again';

/** A working surface responds within this time; after that, the outbox continues the submission. */
const PATIENCE_MS = 5000;

/** Reruns the workflow, with a toast if it does not become a job at once. @returns the id of the new job, or `null` */
export async function runAgain(
  client: QueryClient,
  surface: Surface,
  job: Pick<ListedJob, 'id' | 'urls'>,
  title: string,
): Promise<string | null> {
  const outcome = await submitAgain(client, surface, job, title, PATIENCE_MS);
  if ('name' in outcome) return reportState(outcome);
  showToast(outcome);
  return null;
}

function reportState(state: OutboxState): string | null {
  switch (state.name) {
    case 'submitted':
      return state.jobId;
    case 'refused': {
      const { code, message } = state.refusal;
      showToast({ tone: 'bad', title: rejectionTitle(code), description: rejectionMessage(code, message) });
      return null;
    }
    case 'waiting':
      showToast({
        tone: 'warn',
        title: state.code === NOT_STORED ? t('Could not save the run in this browser') : t('The server is busy'),
        description: t('It is sent as soon as there is room. It waits in the outbox.'),
      });
      return null;
    case 'unknown':
    case 'unsettled':
      showToast({
        tone: 'warn',
        title: t('Unconfirmed'),
        description: t('The response was lost. Flowdeck is checking for the job and sends nothing twice.'),
      });
      return null;
    case 'pending':
    case 'sending':
    case 'probing':
      showToast({
        tone: 'neutral',
        title: t('Still submitting'),
        description: t('No response yet. The outbox shows the outcome; nothing is sent twice.'),
      });
      return null;
    case 'canceled':
      return null;
  }
}
