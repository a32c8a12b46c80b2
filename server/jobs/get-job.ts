import type { OperationHandler } from '../http/operation';
import { answerJob, requestedJob, type JobsDeps } from './job-access';

/** Job API 4, `GET /api/v2/jobs/{id}`. */
export const getJob =
  (deps: JobsDeps): OperationHandler =>
  (context) =>
    answerJob(deps, requestedJob(deps, context), context);
