import { CONSOLE_BODIES } from '@contract/console/operation-specs';
import type { OperationHandler } from '../../http/operation';
import { readJson } from '../../http/read-json';
import { NO_STORE } from '../../jobs/job-access';
import { jobView } from '../../jobs/job-view';
import { isGone } from '../../jobs/run/retention';
import type { SearchDeps } from './search-jobs';

/** `POST /console/jobs/read`: several jobs in one response, such as the cells of a grid. */
export const readJobs =
  (deps: SearchDeps): OperationHandler =>
  async ({ request, caller: { owner }, origin }) => {
    const { ids } = await readJson(request, CONSOLE_BODIES.readJobs);
    const now = deps.clock.now();
    const jobs = [...new Set(ids)].flatMap((id) => {
      const job = deps.store.jobs.get(id);
      return job && job.owner === owner && !isGone(job, now) ? [job] : [];
    });
    const outputs = deps.store.jobs.outputs(jobs.map(({ id }) => id));
    const views = jobs.map((job) => jobView(job, outputs.get(job.id) ?? [], deps.runner, origin, deps));
    return Response.json({ jobs: views }, { headers: NO_STORE });
  };
