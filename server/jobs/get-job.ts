import type { OperationHandler } from '../http/operation';
import { responseJob, requestedJob, type JobsDeps } from './job-access';

/** Job API 4, `GET /api/v2/jobs/{id}`. */
export const getJob =
  (deps: JobsDeps): OperationHandler =>
  (context) =>
    responseJob(deps, requestedJob(deps, context), context);
