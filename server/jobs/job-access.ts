import type { AppDeps } from '../deps';
import { ApiProblem, type OperationContext } from '../http/operation';
import type { JobRecord } from '../storage/store';
import type { EventHub } from './event-hub';
import type { JobStream } from './job-stream';
import { jobView } from './job-view';
import { isGone } from './retention';
import type { Runner } from './runner';

/** What every operation on jobs stands on. */
export interface JobsDeps extends AppDeps {
  hub: EventHub;
  runner: Runner;
  /** Open event streams. */
  streams: Set<JobStream>;
}

/** The job of the path. @throws ApiProblem `not_found` for unknown, foreign and gone jobs alike. */
export function requestedJob(deps: JobsDeps, { params, caller }: OperationContext): JobRecord {
  const job = deps.store.jobs.get(params['id'] ?? '');
  if (!job || job.owner !== caller.owner || isGone(job, deps.clock.now())) {
    throw new ApiProblem('not_found', 'Job not found or expired');
  }
  return job;
}

/** The authoritative view of a job as it is now. */
export function answerJob(deps: JobsDeps, job: JobRecord, { origin }: OperationContext, status = 200): Response {
  const outputs = deps.store.jobs.outputs([job.id]).get(job.id) ?? [];
  return Response.json(jobView(job, outputs, deps.runner, origin, deps), { status, headers: NO_STORE });
}

/** Jobs change; an answer that a browser keeps would be a lie a second later. */
export const NO_STORE = { 'cache-control': 'no-store' };
