import { ApiProblem, type OperationHandler } from '../http/operation';
import { NO_STORE, requestedJob, type JobsDeps } from './job-access';

/**
 * Job API 4, `GET /api/v2/jobs/{id}/workflow`. The text goes out as it came in: read into a JavaScript object and
 * printed again, a seed above 2^53 would come back as another number.
 */
export const getJobWorkflow =
  (deps: JobsDeps): OperationHandler =>
  (context) => {
    const job = requestedJob(deps, context);
    const workflow = deps.store.jobs.workflowText(job.id);
    if (workflow === null) throw new ApiProblem('not_found', 'The workflow of this job is gone');
    return new Response(`{"workflow":${workflow},"format":"api"}`, {
      headers: { ...NO_STORE, 'content-type': 'application/json' },
    });
  };
