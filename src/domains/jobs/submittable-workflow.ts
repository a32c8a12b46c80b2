import type { QueryClient } from '@tanstack/react-query';
import type { ListedJob } from '@contract/jobs/schemas';
import type { Surface } from '@/api/surface';
import { t } from '@/lib/i18n/messages';
import { messageOf } from '@/lib/message-of';
import { historyWorkflow } from '../history/history';
import { jobQuery } from './job-query';
import { jobWorkflowQuery, type JobWorkflow } from './job-workflow-query';

/** Reason why nothing was sent. */
export interface NotSent {
  tone: 'bad' | 'warn';
  title: string;
  description: string;
  /** The error, if a request failed. */
  cause?: unknown;
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
      title: t('This job was made from an editor file'),
      description: t('The server returned the UI format, which cannot be submitted.'),
    };
  } catch (error) {
    return {
      tone: 'bad',
      title: t('The workflow could not be read'),
      description: messageOf(error, t('Unknown error.')),
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
