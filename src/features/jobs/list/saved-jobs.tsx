import { useQuery } from '@tanstack/react-query';
import type { JobFilter } from '@/domains/jobs/job-filter';
import type { FetchedJob } from '@/api/live/merge-job';
import { historyJobsQuery } from '@/domains/history/history';
import { LOCAL_SURFACE, type Surface } from '@/api/surface';
import { formatCount } from '@/lib/format';
import { serverDownText } from '@/shared/servers/server-failure';
import { Button } from '@/ui/button';
import { JobsList } from './jobs-list';
import { JobsFailed } from './jobs-failed';
import { useHistoryRows } from '../history/use-history-rows';

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
  const [rows = []] = useHistoryRows([{ surface, jobs: saved.data }], filter);
  if (saved.isPending) return null;
  if (rows.length === 0) return <JobsFailed error={error} onRetry={onRetry} />;
  return (
    <>
      <div className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-4 py-2 text-muted md:px-5">
        <p className="min-w-0 flex-1 basis-80 wrap-anywhere">
          {/* The banner of the shell says that this machine's gateway is down. */}
          {surface.id === LOCAL_SURFACE.id ? null : `${downText(error, surface)} `}
          {formatCount(rows.length, 'job')} saved in this browser, as last seen. The full list loads once the server
          responds.
        </p>
        <Button size="sm" onClick={onRetry}>
          Try again
        </Button>
      </div>
      <JobsList surface={surface} rows={rows} onCancel={onCancel} />
    </>
  );
}

function downText(error: Error, surface: Surface): string {
  return serverDownText(error, surface, surface.baseUrl === null ? surface.name : new URL(surface.baseUrl).host);
}
