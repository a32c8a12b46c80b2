import type { JobLogs } from '@contract/jobs/schemas';
import { isoTime } from '../clock';
import type { OperationHandler } from '../http/operation';
import { NO_STORE, requestedJob, type JobsDeps } from './job-access';

/** Job API 4, the operation at `urls.logs`; 204 for a job that never started. */
export const getJobLogs =
  (deps: JobsDeps): OperationHandler =>
  (context) => {
    const { id } = requestedJob(deps, context);
    const log = deps.runner.liveLog(id) ?? deps.store.logs.get(id);
    if (!log) return new Response(null, { status: 204, headers: NO_STORE });
    const body: JobLogs = {
      text: log.text,
      truncated: log.truncated,
      captured_at: isoTime(log.capturedAt),
      complete: log.complete,
    };
    return Response.json(body, { headers: NO_STORE });
  };
