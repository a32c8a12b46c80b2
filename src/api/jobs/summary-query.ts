import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { z } from 'zod/mini';
import { fetchFromSurface } from '../ask-surface';
import { searchParams, type JobFilter } from './job-filter';
import { operationKey, type Surface } from '../surface';

const figures = {
  total: z.number(),
  ended: z.number(),
  failed: z.number(),
  /** Medians in milliseconds. */
  waitMs: z.nullable(z.number()),
  runMs: z.nullable(z.number()),
};
const JobSummaryStats = z.looseObject(figures);
export type JobSummaryStats = z.infer<typeof JobSummaryStats>;

/** `GET /console/jobs/summary`, private to our gateway. */
const JobSummary = z.looseObject({ ...figures, buckets: z.array(JobSummaryStats) });
export type JobSummary = z.infer<typeof JobSummary>;

export interface SummarySpan {
  /** Submitted from this instant, until before the other. */
  from: number;
  to: number;
  /** Equal parts to tell the figures of. */
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
    queryFn: async ({ signal }): Promise<JobSummary> =>
      JobSummary.parse(JSON.parse(await fetchFromSurface(surface, `/console/jobs/summary?${query}`, { signal }))),
    placeholderData: keepPreviousData,
    refetchInterval: hasActive ? POLL_MS : POLL_IDLE_MS,
    retry: false,
  });
}
