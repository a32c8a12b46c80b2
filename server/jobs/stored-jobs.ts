import type { JobPage, JobLogs } from '@contract/jobs/schemas';
import type { OperationHandler } from '../http/operation';
import { NO_STORE, requestedJob, responseJob, type JobsDeps } from './job-access';
import { jobView } from './job-view';
import { readListQuery, writeCursor } from './list-query';
import { isGone } from './run/retention';
import { jobApiError } from '../http/job-api-error';
import { isoTime } from '../clock';

/** `GET /api/v2/jobs`: full jobs, newest first, with two store reads per page regardless of its size. */
export const listJobs =
  (deps: JobsDeps): OperationHandler =>
  ({ query, caller, origin }) => {
    const filter = { ...readListQuery(query), owner: caller.owner };
    const now = deps.clock.now();
    const { jobs, more } = deps.store.jobs.list(filter);
    const shown = jobs.filter((job) => !isGone(job, now));
    const outputs = deps.store.jobs.outputs(shown.map((job) => job.id));
    const last = jobs.at(-1);
    const page: JobPage = {
      jobs: shown.map((job) => jobView(job, outputs.get(job.id) ?? [], deps.runner, origin, deps)),
      truncated: more,
      ...(more && last ? { next_cursor: writeCursor(last.seq) } : {}),
    };
    return Response.json(page, { headers: NO_STORE });
  };

/** Job API 4, `GET /api/v2/jobs/{id}`. */
export const getJob =
  (deps: JobsDeps): OperationHandler =>
  (context) =>
    responseJob(deps, requestedJob(deps, context), context);

/** Job API 4, the operation at `urls.cancel`: idempotent; finished jobs stay unchanged. */
export const cancelJob =
  (deps: JobsDeps): OperationHandler =>
  (context) => {
    const { id } = requestedJob(deps, context);
    deps.runner.cancel(id);
    return responseJob(deps, requestedJob(deps, context), context);
  };

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
