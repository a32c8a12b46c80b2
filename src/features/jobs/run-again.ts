import type { QueryClient } from '@tanstack/react-query';
import type { Job } from '@contract/jobs/schemas';
import { readWorkflow } from '@contract/workflow/graph';
import { isApiError } from '@/api/api-error';
import { jobWorkflowQuery, type JobWorkflow } from '@/api/jobs/job-workflow-query';
import { graphFingerprint } from '@/api/outbox/graph-fingerprint';
import { submitWorkflow } from '@/api/outbox/outbox';
import { NOT_WRITTEN } from '@/api/outbox/outbox-machine';
import type { OutboxState } from '@/api/outbox/outbox-state';
import { useOutboxView } from '@/api/outbox/outbox-store';
import { writeDraft } from '@/api/storage/drafts';
import type { Surface } from '@/api/surface';
import { showToast } from '@/shared/toasts';

/** The same workflow once more: a new act of submitting with a key of its own. @returns the new job's id, or null */
export async function runAgain(client: QueryClient, surface: Surface, job: Job, title: string): Promise<string | null> {
  const workflow = await readBack(client, surface, job);
  if (!workflow) return null;
  try {
    const entryId = await submitWorkflow(surface, {
      workflowText: workflow.text,
      // Of the text itself: jobs of other clients carry no label, and a label is only what somebody wrote.
      graphFingerprint: await graphFingerprint(workflow.text),
      title,
      draftId: null,
    });
    return reportState(await untilDecided(entryId));
  } catch (error) {
    showToast({ tone: 'bad', title: 'Nothing was submitted', description: messageOf(error) });
    return null;
  }
}

/** Opens the workflow in the editor. @returns the draft's id, or null */
export async function openAsDraft(
  client: QueryClient,
  surface: Surface,
  job: Job,
  title: string,
): Promise<string | null> {
  const workflow = await readBack(client, surface, job);
  if (!workflow) return null;
  const { text } = workflow;
  const reading = readWorkflow(text);
  const id = crypto.randomUUID();
  const now = Date.now();
  try {
    await writeDraft({
      id,
      surfaceId: surface.id,
      title,
      origin: 'job',
      originalText: text,
      text,
      classes: reading.ok ? [...new Set([...reading.graph.values()].map(({ classType }) => classType))] : [],
      createdAt: now,
      updatedAt: now,
      seedModes: {},
      media: {},
    });
    return id;
  } catch {
    showToast({
      tone: 'bad',
      title: 'The workflow could not be opened',
      description: 'This browser keeps no data for this page, so there is no place for a draft.',
    });
    return null;
  }
}

async function readBack(client: QueryClient, surface: Surface, job: Job): Promise<JobWorkflow | null> {
  try {
    const workflow = await client.fetchQuery(jobWorkflowQuery(surface, job));
    if (workflow.format !== 'save') return workflow;
    showToast({
      tone: 'warn',
      title: 'This job was made from an editor file',
      description: 'The surface returns it in the editor format, which cannot be submitted.',
    });
  } catch (error) {
    showToast({ tone: 'bad', title: 'The workflow could not be read', description: messageOf(error) });
  }
  return null;
}

const DECIDED: ReadonlySet<OutboxState['name']> = new Set([
  'submitted',
  'refused',
  'waiting',
  'unknown',
  'unsettled',
  'canceled',
]);

/** Until there is something to tell: the rest is on the screen of the outbox. */
function untilDecided(entryId: string): Promise<OutboxState> {
  return new Promise((resolve) => {
    const check = (): boolean => {
      const state = useOutboxView.getState().entries[entryId]?.state;
      if (!state || !DECIDED.has(state.name)) return false;
      resolve(state);
      return true;
    };
    if (check()) return;
    const unsubscribe = useOutboxView.subscribe(() => {
      if (check()) unsubscribe();
    });
  });
}

function reportState(state: OutboxState): string | null {
  switch (state.name) {
    case 'submitted':
      return state.jobId;
    case 'refused':
      showToast({ tone: 'bad', title: 'The surface refused it', description: state.refusal.message });
      return null;
    case 'waiting':
      showToast({
        tone: 'warn',
        title: state.code === NOT_WRITTEN ? 'This browser could not write the run down' : 'The surface is busy',
        description: 'It is sent as soon as there is room. It waits in the outbox.',
      });
      return null;
    case 'unknown':
    case 'unsettled':
      showToast({
        tone: 'warn',
        title: 'Maybe submitted',
        description: 'The answer was lost. Flowdeck looks for the job and sends nothing twice.',
      });
      return null;
    default:
      return null;
  }
}

function messageOf(error: unknown): string {
  return isApiError(error) || error instanceof Error ? error.message : 'An unknown fault.';
}
