import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { ListX } from 'lucide-react';
import { useMemo } from 'react';
import { isActive } from '@contract/jobs/lifecycle';
import { isApiError } from '@/api/api-error';
import type { JobFilter } from '@/api/jobs/job-filter';
import { jobQuery } from '@/api/jobs/job-queries';
import { searchLoaded } from '@/api/jobs/local-search';
import { readingOf, type JobReading } from '@/api/live/merge-job';
import { LABEL_TITLE } from '@/api/outbox/outbox-entry';
import { MAX_REMEMBERED, rememberedJobsQuery } from '@/api/storage/history';
import { GONE, jobOf, titled } from '@/api/storage/remembered-job';
import { operationKey, type Surface } from '@/api/surface';
import { formatInteger } from '@/lib/format';
import { EmptyState } from '@/ui/empty-state';
import { JobsList } from './jobs-list';
import { passesFilter } from './status-filters';

interface RememberedListProps {
  surface: Surface;
  filter: JobFilter;
  onCancel: (reading: JobReading) => void;
}

/** Jobs read by themselves at once: no surface is asked for all that this browser ever saw. */
const MAX_READ = 4;
const TITLE = 'This surface does not list its jobs';
const stay = () => {};

/** On a surface that does not list: the jobs whose ids this browser remembers, those that go on read one by one. */
export function RememberedList({ surface, filter, onCancel }: RememberedListProps) {
  const client = useQueryClient();
  const history = useQuery(rememberedJobsQuery(surface));
  const rows = useMemo(() => (history.data ?? []).map((remembered) => readingOf(jobOf(remembered), 0)), [history.data]);
  // Each answer goes into the history, and the next ones take their turn.
  const isGone = (id: string) => isNotFound(client.getQueryState(operationKey(surface, 'getJob', id))?.error);
  const unended = rows.filter(({ job }) => isActive(job.status) && !isGone(job.id)).slice(0, MAX_READ);
  const answers = useQueries({ queries: unended.map(({ job }) => jobQuery(surface, job.id)) });
  const newer = new Map(answers.flatMap(({ data }) => (data ? [[data.job.id, data] as const] : [])));
  const shown = rows
    .map((reading): JobReading => {
      const { job } = reading;
      // What was read last says nothing of a job that the surface knows no more.
      return isActive(job.status) && isGone(job.id)
        ? { ...reading, job: { ...job, status: GONE } }
        : withName(newer.get(job.id), reading);
    })
    .filter(({ job }) => passesFilter(job.status, filter.statuses));

  if (history.isPending) return null;
  if (rows.length === 0) {
    return (
      <EmptyState icon={<ListX />} title={TITLE}>
        A job can still be opened by its address. Jobs that you submit or open in this browser are remembered here.
      </EmptyState>
    );
  }
  return (
    <>
      <div className="shrink-0 border-b border-line px-4 py-2 md:px-5">
        <h2 className="font-semibold">{TITLE}</h2>
        <p className="text-sm text-muted">
          These are the {formatInteger(rows.length)} that this browser remembers, of at most{' '}
          {formatInteger(MAX_REMEMBERED)}. Jobs of other people and programs are not among them.
        </p>
      </div>
      <JobsList
        surface={surface}
        rows={searchLoaded(shown, filter)}
        olderState="end"
        onLoadOlder={stay}
        onCancel={onCancel}
        isCutOff={false}
        searchedCount={null}
      />
    </>
  );
}

function withName(newer: JobReading | undefined, known: JobReading): JobReading {
  return newer ? { ...newer, job: titled(newer.job, known.job.metadata?.[LABEL_TITLE] ?? '') } : known;
}

function isNotFound(error: unknown): boolean {
  return isApiError(error) && error.status === 404;
}
