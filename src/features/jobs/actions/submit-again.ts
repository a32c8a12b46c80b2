import type { QueryClient } from '@tanstack/react-query';
import type { ListedJob } from '@contract/jobs/schemas';
import { hasPartnerNodes } from '@contract/workflow/partner-nodes';
import { fetchSubmittableWorkflow, type NotSent } from '@/domains/jobs/submittable-workflow';
import { graphFingerprint } from '@/domains/outbox/graph-fingerprint';
import { submitWorkflow } from '@/domains/outbox/outbox';
import type { OutboxState } from '@/domains/outbox/outbox-entry';
import type { Surface } from '@/api/surface';
import { waitForOutcome } from '@/domains/outbox/wait-for-outcome';
import { t } from '@/lib/i18n/messages';
import { messageOf } from '@/lib/message-of';

/**
 * Reruns the workflow as a new submission with its own idempotency key. Resolves as soon as the outcome is known, and
 * at most `patienceMs` after it was stored: it is then still pending.
 */
export async function submitAgain(
  client: QueryClient,
  surface: Surface,
  job: Pick<ListedJob, 'id' | 'urls'>,
  title: string,
  patienceMs?: number,
): Promise<OutboxState | NotSent> {
  const workflow = await fetchSubmittableWorkflow(client, surface, job);
  if ('title' in workflow) return workflow;
  try {
    const entryId = await submitWorkflow(surface, {
      workflowText: workflow.text,
      // Derived from the text: jobs of other clients have no label, and labels are user input.
      graphFingerprint: await graphFingerprint(workflow.text),
      title,
      draftId: null,
      needsPartnerKey: hasPartnerNodes(workflow.text),
      sourceJobId: job.id,
    });
    return await waitForOutcome(entryId, patienceMs === undefined ? undefined : AbortSignal.timeout(patienceMs));
  } catch (error) {
    return { tone: 'bad', title: t('Nothing was submitted'), description: messageOf(error, t('Unknown error.')) };
  }
}
