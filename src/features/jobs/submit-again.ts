import type { QueryClient } from '@tanstack/react-query';
import type { Job } from '@contract/jobs/schemas';
import { isApiError } from '@/api/api-error';
import { jobWorkflowQuery, type JobWorkflow } from '@/api/jobs/job-workflow-query';
import { graphFingerprint } from '@/api/outbox/graph-fingerprint';
import { submitWorkflow } from '@/api/outbox/outbox';
import type { OutboxState } from '@/api/outbox/outbox-state';
import { useOutboxView } from '@/api/outbox/outbox-store';
import type { Surface } from '@/api/surface';

/** Why nothing was sent at all. */
export interface NotSent {
  tone: 'bad' | 'warn';
  title: string;
  description: string;
}

/** The same workflow once more: a new act of submitting with a key of its own. Resolves as soon as there is something to tell. */
export async function submitAgain(
  client: QueryClient,
  surface: Surface,
  job: Pick<Job, 'id' | 'urls'>,
  title: string,
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
      sourceJobId: job.id,
    });
    return await untilDecided(entryId);
  } catch (error) {
    return { tone: 'bad', title: 'Nothing was submitted', description: messageOf(error) };
  }
}

/** The workflow of a job, in the form in which it can be submitted. */
export async function readBack(
  client: QueryClient,
  surface: Surface,
  job: Pick<Job, 'id' | 'urls'>,
): Promise<JobWorkflow | NotSent> {
  try {
    const workflow = await client.fetchQuery(jobWorkflowQuery(surface, job));
    if (workflow.format !== 'save') return workflow;
    return {
      tone: 'warn',
      title: 'This job was made from an editor file',
      description: 'The surface returns it in the editor format, which cannot be submitted.',
    };
  } catch (error) {
    return { tone: 'bad', title: 'The workflow could not be read', description: messageOf(error) };
  }
}

const UNDECIDED: ReadonlySet<OutboxState['name']> = new Set(['pending', 'sending', 'probing']);

/** Until there is something to tell: the rest is on the screen of the outbox. */
function untilDecided(entryId: string): Promise<OutboxState> {
  return new Promise((resolve) => {
    const check = (): boolean => {
      const state = useOutboxView.getState().entries[entryId]?.state;
      if (!state || UNDECIDED.has(state.name)) return false;
      resolve(state);
      return true;
    };
    if (check()) return;
    const unsubscribe = useOutboxView.subscribe(() => {
      if (check()) unsubscribe();
    });
  });
}

function messageOf(error: unknown): string {
  return isApiError(error) || error instanceof Error ? error.message : 'An unknown fault.';
}
