import type { QueryClient } from '@tanstack/react-query';
import type { ListedJob } from '@contract/jobs/schemas';
import { hasPartnerNodes } from '@contract/workflow/partner-nodes';
import { isApiError } from '@/api/api-error';
import { jobQuery } from '@/api/jobs/job-query';
import { jobWorkflowQuery, type JobWorkflow } from '@/api/jobs/job-workflow-query';
import { graphFingerprint } from '@/api/outbox/graph-fingerprint';
import { submitWorkflow } from '@/api/outbox/outbox';
import type { OutboxState } from '@/api/outbox/outbox-state';
import { historyWorkflow } from '@/api/storage/history';
import type { Surface } from '@/api/surface';
import { untilDecided } from '@/api/outbox/wait-for-outcome';

/** Why nothing was sent at all. */
export interface NotSent {
  tone: 'bad' | 'warn';
  title: string;
  description: string;
  /** What failed, if it was a request. */
  cause?: unknown;
}

/**
 * The same workflow once more: a new act of submitting with a key of its own. Resolves as soon as there is something to
 * tell, and at the latest `patienceMs` after it was written down: then it is still on its way.
 */
export async function submitAgain(
  client: QueryClient,
  surface: Surface,
  job: Pick<ListedJob, 'id' | 'urls'>,
  title: string,
  patienceMs?: number,
): Promise<OutboxState | NotSent> {
  const workflow = await readBack(client, surface, job);
  if ('title' in workflow) return workflow;
  try {
    const entryId = await submitWorkflow(surface, {
      workflowText: workflow.text,
      // Of the text itself: jobs of other clients carry no label, and a label is only what somebody wrote.
      graphFingerprint: await graphFingerprint(workflow.text),
      title,
      draftId: null,
      needsPartnerKey: hasPartnerNodes(workflow.text),
      sourceJobId: job.id,
    });
    return await untilDecided(entryId, patienceMs === undefined ? undefined : AbortSignal.timeout(patienceMs));
  } catch (error) {
    return { tone: 'bad', title: 'Nothing was submitted', description: messageOf(error) };
  }
}

/** The workflow of a job, of its surface or of the file that the job came from, in the form in which it can be submitted. */
export async function readBack(
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
    return { tone: 'bad', title: 'The workflow could not be read', description: messageOf(error), cause: error };
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

function messageOf(error: unknown): string {
  return isApiError(error) || error instanceof Error ? error.message : 'Unknown error.';
}
