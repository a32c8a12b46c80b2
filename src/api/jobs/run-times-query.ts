import { queryOptions } from '@tanstack/react-query';
import { call } from '../client';
import { LABEL_TITLE } from '../outbox/outbox-entry';
import { operationKey, type Surface } from '../surface';
import { ListedPage, readPage } from './job-list';

const LAST_RUNS = 20;
const KEPT_MS = 5 * 60_000;

/**
 * How long the last jobs with this title ran that succeeded, in milliseconds, newest first. Empty where the surface lists
 * nothing or tells no times.
 */
export function runTimesQuery(surface: Surface, title: string) {
  const query = new URLSearchParams({ status: 'succeeded', limit: String(LAST_RUNS) });
  query.set(`metadata[${LABEL_TITLE}]`, title);
  return queryOptions({
    queryKey: operationKey(surface, 'derived.runTimes', title),
    queryFn: async ({ signal }): Promise<number[]> => {
      const { body, startedAt } = await call(surface, 'listJobs', { query, read: ListedPage, signal });
      return readPage(body as unknown as ListedPage, startedAt).readings.flatMap(({ job }) => {
        const ms = Date.parse(job.completed_at ?? '') - Date.parse(job.started_at ?? '');
        return Number.isFinite(ms) && ms >= 0 ? [ms] : [];
      });
    },
    staleTime: KEPT_MS,
    retry: false,
  });
}
