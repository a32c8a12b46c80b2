import type { QueryClient } from '@tanstack/react-query';
import type { ListedJob } from '@contract/jobs/schemas';
import { hasPartnerNodes } from '@contract/workflow/partner-nodes';
import { jobQuery } from '@/domains/jobs/job-query';
import { jobWorkflowQuery, type JobWorkflow } from '@/domains/jobs/job-workflow-query';
import { graphFingerprint } from '@/domains/outbox/graph-fingerprint';
import { submitWorkflow } from '@/domains/outbox/outbox';
import type { OutboxState } from '@/domains/outbox/outbox-state';
import { historyWorkflow } from '@/domains/history/history';
import type { Surface } from '@/api/surface';
import { waitForOutcome } from '@/domains/outbox/wait-for-outcome';
import { messageOf } from '@/lib/message-of';

/** Reason why nothing was sent. */
export interface NotSent {
  tone: 'bad' | 'warn';
  title: string;
  description: string;
  /** The error, if a request failed. */
  cause?: unknown;
}

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
    return { tone: 'bad', title: 'Nothing was submitted', description: messageOf(error, 'Unknown error.') };
  }
}

/** Returns the workflow of a job, from its surface or from the imported file, in a form that can be submitted. */
export async function fetchSubmittableWorkflow(
  client: QueryClient,
  surface: Surface,
  job: Pick<ListedJob, 'id' | 'urls'>,
): Promise<JobWorkflow | NotSent> {
  try {
    const workflow = await workflowOf(client, surface, job);
    if (workflow.format !== 'save') return workflow;
    return {
      tone: 'warn',
      title: 'This job was made from an editor file',
      description: 'The server returned the UI format, which cannot be submitted.',
    };
  } catch (error) {
    return {
      tone: 'bad',
      title: 'The workflow could not be read',
      description: messageOf(error, 'Unknown error.'),
      cause: error,
    };
  }
}

async function workflowOf(
  client: QueryClient,
  surface: Surface,
  { id, urls }: Pick<ListedJob, 'id' | 'urls'>,
): Promise<JobWorkflow> {
  try {
    const known = urls ?? (await client.fetchQuery(jobQuery(surface, id))).job.urls;
    return await client.fetchQuery(jobWorkflowQuery(surface, { id, urls: known }));
  } catch (error) {
    const text = await historyWorkflow(surface.id, id);
    if (text === null) throw error;
    return { text, format: 'api' };
  }
}
