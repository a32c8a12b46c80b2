import { useQuery } from '@tanstack/react-query';
import { ListX } from 'lucide-react';
import type { JobFilter } from '@/domains/jobs/job-filter';
import type { FetchedJob } from '@/api/live/merge-job';
import { MAX_HISTORY_JOBS, historyJobsQuery } from '@/domains/history/history';
import type { Surface } from '@/api/surface';
import { formatInteger } from '@/lib/format';
import { EmptyState } from '@/ui/empty-state';
import { JobsList } from './jobs-list';
import { useHistoryRows } from '../history/use-history-rows';

export interface RememberedListProps {
  surface: Surface;
  filter: JobFilter;
  onCancel: (fetched: FetchedJob) => void;
}

const TITLE = 'This server does not list jobs';

/** For a surface without a listing: the jobs in the local history. Unfinished ones are fetched individually. */
export function HistoryList({ surface, filter, onCancel }: RememberedListProps) {
  const history = useQuery(historyJobsQuery(surface));
  const [rows = []] = useHistoryRows([{ surface, jobs: history.data }], filter);

  if (history.isPending) return null;
  if (history.data?.length === 0) {
    return (
      <EmptyState icon={<ListX />} title={TITLE}>
        Open a job by its URL. Jobs you submit or open in this browser appear here.
      </EmptyState>
    );
  }
  return (
    <>
      <div className="shrink-0 border-b border-line px-4 py-2 md:px-5">
        <h2 className="font-semibold">{TITLE}</h2>
        <p className="text-sm text-muted">
          Showing {formatInteger(history.data?.length ?? 0)} of at most {formatInteger(MAX_HISTORY_JOBS)} jobs stored in
          this browser. Jobs from other users and clients are not included.
        </p>
      </div>
      <JobsList surface={surface} rows={rows} onCancel={onCancel} />
    </>
  );
}
