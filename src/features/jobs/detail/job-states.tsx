import { Link } from '@tanstack/react-router';
import { SearchX } from 'lucide-react';
import type { Surface } from '@/api/surface';
import { PageHeader } from '@/shared/page/page-header';
import { ReadFailed } from '@/shared/page/load-error-state';
import { usePageTitle } from '@/shared/page/use-page-title';
import { buttonClass } from '@/ui/button';
import { EmptyState } from '@/ui/empty-state';
import { Skeleton } from '@/ui/skeleton';
import { HistoryDetails } from '../history/history-details';
import { shortId } from '../job/job-title';

const PARENT = { label: 'Jobs', to: '/$surface/jobs' } as const;

/** Loading, empty and error states of the job page. */

export function JobLoading() {
  return (
    <>
      <PageHeader title="Job" parent={PARENT} />
      <div role="status" aria-label="Loading the job" className="grid min-h-0 flex-1 gap-4 p-4 md:grid-cols-2 md:p-5">
        <Skeleton className="min-h-60 rounded-lg" />
        <div className="flex flex-col gap-3">
          {Array.from({ length: 6 }, (_, index) => (
            <Skeleton key={index} className="h-9" />
          ))}
        </div>
      </div>
    </>
  );
}

export function JobNotFound({ surface, jobId }: { surface: Surface; jobId: string }) {
  usePageTitle('Job not found');
  return (
    <>
      <PageHeader title={`Job ${shortId(jobId)}`} parent={PARENT} />
      <EmptyState
        icon={<SearchX />}
        title="Job not found"
        actions={
          <Link to="/$surface/jobs" params={{ surface: surface.id }} className={buttonClass({ tone: 'primary' })}>
            Show all jobs
          </Link>
        }
      >
        The URL may be wrong, the job may have expired, or it may have run on another server.
        <span className="mt-2 block font-mono text-sm break-all text-faint">{jobId}</span>
        <HistoryDetails surface={surface} jobId={jobId} />
      </EmptyState>
    </>
  );
}

interface JobFailedProps {
  surface: Surface;
  jobId: string;
  error: Error;
  onRetry: () => void;
}

export function JobFailed({ surface, jobId, error, onRetry }: JobFailedProps) {
  usePageTitle('Job');
  return (
    <>
      <PageHeader title="Job" parent={PARENT} />
      <ReadFailed
        error={error}
        title="The job could not be read"
        untouched="the job"
        away="Submitted jobs are saved on the server and keep running. Retrying automatically."
        onRetry={onRetry}
      >
        <HistoryDetails surface={surface} jobId={jobId} />
      </ReadFailed>
    </>
  );
}
