import type { JobPage } from '@contract/jobs/schemas';
import type { OperationHandler } from '../http/operation';
import { NO_STORE, type JobsDeps } from './job-access';
import { jobView } from './job-view';
import { readListQuery, writeCursor } from './list-query';
import { isGone } from './retention';

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
