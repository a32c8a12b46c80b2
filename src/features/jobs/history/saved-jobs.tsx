import { useQuery } from '@tanstack/react-query';
import type { JobFilter } from '@/domains/jobs/job-filter';
import type { FetchedJob } from '@/api/live/merge-job';
import { historyJobsQuery } from '@/domains/history/history';
import type { Surface } from '@/api/surface';
import { formatCount } from '@/lib/format';
import { JobsList } from '../list/jobs-list';
import { JobsFailed } from '../list/jobs-states';
import { useHistoryRows } from './use-history-rows';

export interface SavedJobsProps {
  surface: Surface;
  filter: JobFilter;
  error: Error;
  onRetry: () => void;
  onCancel: (fetched: FetchedJob) => void;
}

/** While the server is unreachable: the jobs saved in this browser, in their last known state. */
export function SavedJobs({ surface, filter, error, onRetry, onCancel }: SavedJobsProps) {
  const saved = useQuery(historyJobsQuery(surface));
  const rows = useHistoryRows(surface, saved.data, filter);
  if (saved.isPending) return null;
  if (rows.length === 0) return <JobsFailed error={error} onRetry={onRetry} />;
  return (
    <>
      <p className="shrink-0 border-b border-line px-4 py-2 text-muted md:px-5">
        {formatCount(rows.length, 'job')} saved in this browser, as last seen. The full list loads once the server
        responds.
      </p>
      <JobsList surface={surface} rows={rows} onCancel={onCancel} />
    </>
  );
}
