import type { AppDeps } from '../deps';
import type { EventStream } from '../http/event-stream';
import { jobApiError } from '../http/job-api-error';
import type { OperationContext } from '../http/operation';
import type { JobRecord } from '../storage/store';
import type { EventHub, JobChange } from './events/event-hub';
import { jobView } from './job-view';
import { isGone } from './run/retention';
import type { Runner } from './run/runner';

export interface JobsDeps extends Pick<
  AppDeps,
  'store' | 'blobs' | 'clock' | 'newId' | 'sign' | 'settings' | 'engine' | 'log' | 'isDiskFull' | 'traces'
> {
  hub: EventHub;
  runner: Runner;
  streams: Set<EventStream<JobChange>>;
}

/** Finds the job of the path. @throws HttpError `not_found` for unknown, foreign and deleted jobs alike. */
export function requestedJob(deps: JobsDeps, { params, caller }: OperationContext): JobRecord {
  const job = deps.store.jobs.get(params['id'] ?? '');
  if (!job || job.owner !== caller.owner || isGone(job, deps.clock.now())) {
    throw jobApiError('not_found', 'Job not found or expired');
  }
  return job;
}

/** Returns the current, authoritative view of a job. */
export function responseJob(deps: JobsDeps, job: JobRecord, { origin }: OperationContext, status = 200): Response {
  const outputs = deps.store.jobs.outputs([job.id]).get(job.id) ?? [];
  return Response.json(jobView(job, outputs, deps.runner, origin, deps), { status, headers: NO_STORE });
}

/** Job responses must not be cached, since jobs change. */
export const NO_STORE = { 'cache-control': 'no-store' };
