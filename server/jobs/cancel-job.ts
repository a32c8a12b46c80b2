import type { OperationHandler } from '../http/operation';
import { responseJob, requestedJob, type JobsDeps } from './job-access';

/** Job API 4, the operation at `urls.cancel`: idempotent; finished jobs stay unchanged. */
export const cancelJob =
  (deps: JobsDeps): OperationHandler =>
  (context) => {
    const { id } = requestedJob(deps, context);
    deps.runner.cancel(id);
    return responseJob(deps, requestedJob(deps, context), context);
  };
