import { queryOptions } from '@tanstack/react-query';
import { findValue } from '@contract/json/lossless';
import type { Job } from '@contract/jobs/schemas';
import { follow } from '@/api/client';
import { operationKey, type Surface } from '@/api/surface';

export interface JobWorkflow {
  /** Raw text as stored by the surface: parsing would damage its numbers. */
  text: string;
  /** `api`, or `save` for an editor's own format. */
  format: string;
}

/** The workflow as executed. There is no link for it: clients append to `urls.self` (docs/api-notes.md, Workflow of a job). */
export function jobWorkflowQuery(surface: Surface, job: Pick<Job, 'id' | 'urls'>) {
  return queryOptions({
    queryKey: operationKey(surface, 'getJobWorkflow', job.id),
    queryFn: async ({ signal }): Promise<JobWorkflow> => {
      const url = new URL(job.urls.self);
      url.pathname = `${url.pathname.replace(/\/$/, '')}/workflow`;
      const { body, text } = await follow(surface, 'getJobWorkflow', url.href, { signal });
      const span = findValue(text, ['workflow']);
      return { text: span ? text.slice(span.start, span.end) : '', format: body.format };
    },
    // A job's workflow never changes.
    staleTime: Infinity,
  });
}
