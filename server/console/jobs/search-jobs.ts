import type { JobPage } from '@contract/jobs/schemas';
import type { AppDeps } from '../../deps';
import type { OperationHandler } from '../../http/operation';
import { NO_STORE } from '../../jobs/job-access';
import { jobView, type ActiveRunDetails } from '../../jobs/job-view';
import { isGone } from '../../jobs/run/retention';
import type { JobSearch, StatusCounts } from '../../storage/search/job-search';
import { readSearchQuery, writeSearchCursor } from './search-query';

export interface SearchDeps extends Pick<AppDeps, 'store' | 'clock' | 'sign'> {
  runner: ActiveRunDetails;
}

interface SearchResponse extends JobPage {
  /** Number of matches per status, ignoring the status filter; on the first page only. */
  counts?: StatusCounts;
  /** Set if counting stopped early. */
  counts_at_least?: true;
  /** Set if a search for generation inputs or for a workflow cannot find all jobs yet. */
  inputs_pending?: number;
}

function countPending({ inputs = [], shape }: JobSearch, { jobs }: SearchDeps['store']): number {
  if (shape !== undefined) return jobs.countWithoutShape();
  return inputs.length > 0 ? jobs.countWithoutSearchFields() : 0;
}

/** `GET /console/jobs`: the job list of the public API, with search by text, time, run and label, several orders, and counts. */
export const searchJobs =
  (deps: SearchDeps): OperationHandler =>
  async ({ query, caller: { owner }, origin }) => {
    const now = deps.clock.now();
    const { search, order, limit, after } = readSearchQuery(query, owner, now, deps.store);
    const { jobs, next, counts, areCountsMinimum } = await deps.store.search.page(search, order, limit, after);
    const pending = countPending(search, deps.store);
    const shown = jobs.filter((job) => !isGone(job, now));
    const outputs = deps.store.jobs.outputs(shown.map((job) => job.id));
    const response: SearchResponse = {
      jobs: shown.map((job) => jobView(job, outputs.get(job.id) ?? [], deps.runner, origin, deps)),
      truncated: next !== null,
      ...(next ? { next_cursor: writeSearchCursor(next, order) } : {}),
      ...(counts ? { counts } : {}),
      ...(areCountsMinimum ? { counts_at_least: true } : {}),
      ...(pending > 0 ? { inputs_pending: pending } : {}),
    };
    return Response.json(response, { headers: NO_STORE });
  };
