import { jobApiError } from '../http/job-api-error';
import type { OperationHandler } from '../http/operation';
import { NO_STORE, requestedJob, type JobsDeps } from './job-access';

/**
 * Job API 4, `GET /api/v2/jobs/{id}/workflow`. Returns the text as submitted: parsing and serializing it would change seeds
 * above 2^53. Large workflows are streamed from disk.
 */
export const getJobWorkflow =
  (deps: JobsDeps): OperationHandler =>
  (context) => {
    const job = requestedJob(deps, context);
    const pieces = deps.store.jobs.workflowPieces(job.id);
    const first = pieces.next();
    if (first.done === true) throw jobApiError('not_found', 'The workflow of this job no longer exists');
    const encoder = new TextEncoder();
    let ready = `{"workflow":${first.value}`;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        const next = pieces.next();
        controller.enqueue(encoder.encode(next.done === true ? `${ready},"format":"api"}` : ready));
        if (next.done === true) controller.close();
        else ready = next.value;
      },
    });
    return new Response(body, { headers: { ...NO_STORE, 'content-type': 'application/json' } });
  };
