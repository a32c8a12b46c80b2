import { ApiProblem, type OperationHandler } from '../http/operation';
import { NO_STORE, requestedJob, type JobsDeps } from './job-access';

/**
 * Job API 4, `GET /api/v2/jobs/{id}/workflow`. The text goes out as it came in: read into a JavaScript object and
 * printed again, a seed above 2^53 would come back as another number. A large one is sent as it is read, piece by piece.
 */
export const getJobWorkflow =
  (deps: JobsDeps): OperationHandler =>
  (context) => {
    const job = requestedJob(deps, context);
    const pieces = deps.store.jobs.workflowPieces(job.id);
    const first = pieces.next();
    if (first.done === true) throw new ApiProblem('not_found', 'The workflow of this job is gone');
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
