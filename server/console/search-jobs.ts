import type { JobPage } from '@contract/jobs/schemas';
import type { AppDeps } from '../deps';
import type { Caller } from '../http/operation';
import { NO_STORE } from '../jobs/job-access';
import { jobView, type LiveDetails } from '../jobs/job-view';
import { isGone } from '../jobs/retention';
import type { StatusCounts } from '../storage/job-search';
import { readSearchQuery, writePlace } from './search-query';

export interface SearchDeps extends Pick<AppDeps, 'store' | 'clock' | 'sign'> {
  runner: LiveDetails;
}

interface SearchResponse extends JobPage {
  /** Matches under each status, the filter by status set aside; on the first page only. */
  counts?: StatusCounts;
  /** Beside counts that stopped early. */
  counts_at_least?: true;
}

/** `GET /console/jobs`: the listing of the public API, searched by text, time, run and label, in several orders, and counted. */
export async function searchJobs(
  { url }: Request,
  { owner }: Caller,
  origin: string,
  deps: SearchDeps,
): Promise<Response> {
  const now = deps.clock.now();
  const { search, order, limit, after } = readSearchQuery(new URL(url).searchParams, owner, now);
  const { jobs, next, counts, areCountsMinimum } = await deps.store.search.page(search, order, limit, after);
  const shown = jobs.filter((job) => !isGone(job, now));
  const outputs = deps.store.jobs.outputs(shown.map((job) => job.id));
  const answer: SearchResponse = {
    jobs: shown.map((job) => jobView(job, outputs.get(job.id) ?? [], deps.runner, origin, deps)),
    truncated: next !== null,
    ...(next ? { next_cursor: writePlace(next, order) } : {}),
    ...(counts ? { counts } : {}),
    ...(areCountsMinimum ? { counts_at_least: true } : {}),
  };
  return Response.json(answer, { headers: NO_STORE });
}
