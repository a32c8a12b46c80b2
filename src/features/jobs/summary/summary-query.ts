import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { JobSummary } from '@contract/console/schemas';
import { callConsole } from '@/api/call-console';
import { searchParams, type JobFilter } from '@/domains/jobs/job-filter';
import { operationKey, type Surface } from '@/api/surface';

export interface SummarySpan {
  /** Submission time: `from` inclusive, `before` exclusive. */
  from: number;
  to: number;
  /** Number of equal parts for the stats. */
  buckets: number;
}

const POLL_MS = 15_000;
const POLL_IDLE_MS = 60_000;

export function jobSummaryQuery(
  surface: Surface,
  { from, to, buckets }: SummarySpan,
  filter: JobFilter,
  hasActive: boolean,
) {
  const query = searchParams({ ...filter, statuses: '', sort: 'newest', from, before: to });
  query.set('buckets', String(buckets));
  return queryOptions({
    queryKey: operationKey(surface, 'console.summary', query.toString()),
    queryFn: ({ signal }): Promise<JobSummary> => callConsole(surface, 'summarizeJobs', { query, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: hasActive ? POLL_MS : POLL_IDLE_MS,
    retry: false,
  });
}
