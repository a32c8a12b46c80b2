import { useQueries, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { isActive } from '@contract/jobs/lifecycle';
import { isApiError } from '@/api/api-error';
import type { JobFilter } from '@/api/jobs/job-filter';
import { jobQuery } from '@/api/jobs/job-query';
import { searchLoaded } from '@/api/jobs/local-search';
import { readingOf, type FetchedJob } from '@/api/live/merge-job';
import { LABEL_TITLE } from '@/api/outbox/outbox-entry';
import { GONE, jobOf, titled, type HistoryJob } from '@/api/storage/history-job';
import { operationKey, type Surface } from '@/api/surface';
import { passesFilter } from './status-filters';

/** Jobs read by themselves at once: no surface is asked for all that this browser ever saw. */
const MAX_READ = 4;
const NONE: readonly HistoryJob[] = [];

/** Rows of jobs that this browser remembers; those that go on, or were never read, are read one by one. */
export function useHistoryRows(
  surface: Surface,
  remembered: readonly HistoryJob[] = NONE,
  filter: JobFilter,
): readonly FetchedJob[] {
  const client = useQueryClient();
  const rows = useMemo(() => remembered.map((one) => readingOf(jobOf(one), 0)), [remembered]);
  // Each answer goes into the history, and the next ones take their turn.
  const isGone = (id: string) => isNotFound(client.getQueryState(operationKey(surface, 'getJob', id))?.error);
  const unended = rows.filter(({ job }) => isActive(job.status) && !isGone(job.id)).slice(0, MAX_READ);
  const answers = useQueries({ queries: unended.map(({ job }) => jobQuery(surface, job.id)) });
  const newer = new Map(answers.flatMap(({ data }) => (data ? [[data.job.id, data] as const] : [])));
  const shown = rows
    .map((reading): FetchedJob => {
      const { job } = reading;
      // What was read last says nothing of a job that the surface knows no more.
      return isActive(job.status) && isGone(job.id)
        ? { ...reading, job: { ...job, status: GONE } }
        : withName(newer.get(job.id), reading);
    })
    .filter(({ job }) => passesFilter(job.status, filter.statuses));
  return searchLoaded(shown, filter);
}

function withName(newer: FetchedJob | undefined, known: FetchedJob): FetchedJob {
  return newer ? { ...newer, job: titled(newer.job, known.job.metadata?.[LABEL_TITLE] ?? '') } : known;
}

function isNotFound(error: unknown): boolean {
  return isApiError(error) && error.status === 404;
}
