import { queryOptions } from '@tanstack/react-query';
import { findValue } from '@contract/json/lossless';
import type { Job } from '@contract/jobs/schemas';
import { follow } from '@/api/client';
import { operationKey, type Surface } from '@/api/surface';
import { historyWorkflow } from '../history/history';

export interface JobWorkflow {
  /** Raw text as stored by the surface: parsing would damage its numbers. */
  text: string;
  /** `api`, or `save` for an editor's own format. */
  format: string;
  /** The server did not return it: it is what this browser submitted or imported. */
  isFromRecord?: true;
}

/** The workflow as executed. There is no link for it: clients append to `urls.self` (docs/api-notes.md, Workflow of a job). */
export function jobWorkflowQuery(surface: Surface, job: Pick<Job, 'id' | 'urls'>) {
  return queryOptions({
    queryKey: operationKey(surface, 'getJobWorkflow', job.id),
    queryFn: async ({ signal }): Promise<JobWorkflow> => {
      try {
        return await readWorkflow(surface, job, signal);
      } catch (error) {
        // Servers need not return workflows. What this browser submitted or imported is the same one.
        const text = await historyWorkflow(surface.id, job.id);
        if (text === null) throw error;
        return { text, format: 'api', isFromRecord: true };
      }
    },
    // A job's workflow never changes.
    staleTime: Infinity,
  });
}

async function readWorkflow(surface: Surface, { urls }: Pick<Job, 'urls'>, signal: AbortSignal): Promise<JobWorkflow> {
  const url = new URL(urls.self);
  url.pathname = `${url.pathname.replace(/\/$/, '')}/workflow`;
  const { body, text } = await follow(surface, 'getJobWorkflow', url.href, { signal });
  const span = findValue(text, ['workflow']);
  return { text: span ? text.slice(span.start, span.end) : '', format: body.format };
}
