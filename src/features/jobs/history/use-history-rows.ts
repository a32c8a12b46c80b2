import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { isActive } from '@contract/jobs/lifecycle';
import { isApiError } from '@/api/api-error';
import type { JobFilter } from '@/domains/jobs/job-filter';
import { jobQuery } from '@/domains/jobs/job-query';
import { readKnownInputs, searchLoaded } from '@/domains/jobs/local-search';
import { toFetchedJob, type FetchedJob } from '@/api/live/merge-job';
import { LABEL_TITLE } from '@/domains/job-record/job-labels';
import { GONE, jobOf, titled, type HistoryJob } from '@/domains/job-record/history-job';
import { operationKey, type Surface } from '@/api/surface';
import { matchesFilter } from '../filters/status-filters';

/** Maximum number of concurrent single-job requests: the local history may be large. */
const MAX_READ = 4;
const NONE: readonly HistoryJob[] = [];

/** Returns rows from the local history; jobs that are unfinished or were never fetched are fetched individually. */
export function useHistoryRows(
  surface: Surface,
  remembered: readonly HistoryJob[] = NONE,
  filter: JobFilter,
): readonly FetchedJob[] {
  const client = useQueryClient();
  const rows = useMemo(() => remembered.map((one) => toFetchedJob(jobOf(one), 0)), [remembered]);
  // Each response updates the history, which makes room for the next requests.
  const isGone = (id: string) => isNotFound(client.getQueryState(operationKey(surface, 'getJob', id))?.error);
  const unended = rows.filter(({ job }) => isActive(job.status) && !isGone(job.id)).slice(0, MAX_READ);
  const responses = useQueries({ queries: unended.map(({ job }) => jobQuery(surface, job.id)) });
  const newer = new Map(responses.flatMap(({ data }) => (data ? [[data.job.id, data] as const] : [])));
  const shown = rows
    .map((fetched): FetchedJob => {
      const { job } = fetched;
      // The last known status does not apply to a job that no longer exists on the surface.
      return isActive(job.status) && isGone(job.id)
        ? { ...fetched, job: { ...job, status: GONE } }
        : withName(newer.get(job.id), fetched);
    })
    .filter(({ job }) => matchesFilter(job.status, filter.statuses));
  useQuery({
    queryKey: [surface.id, 'device.history', 'inputs', ...remembered.map(({ jobId }) => jobId)],
    // The rows are searched again once the inputs are read.
    queryFn: () =>
      readKnownInputs(
        surface,
        rows.map(({ job }) => job),
      ).then(() => true),
    enabled: filter.text !== '',
    staleTime: Infinity,
    retry: false,
  });
  return searchLoaded(surface)(shown, filter);
}

function withName(newer: FetchedJob | undefined, known: FetchedJob): FetchedJob {
  return newer ? { ...newer, job: titled(newer.job, known.job.metadata?.[LABEL_TITLE] ?? '') } : known;
}

function isNotFound(error: unknown): boolean {
  return isApiError(error) && error.status === 404;
}
