import { Link } from '@tanstack/react-router';
import { SearchX } from 'lucide-react';
import type { Surface } from '@/api/surface';
import { PageHeader } from '@/shared/page-header';
import { ReadFailed } from '@/shared/read-failed';
import { usePageTitle } from '@/shared/use-page-title';
import { buttonClass } from '@/ui/button';
import { EmptyState } from '@/ui/empty-state';
import { Skeleton } from '@/ui/skeleton';
import { RememberedFacts } from './remembered-facts';
import { shortId } from './job-title';

const PARENT = { label: 'Jobs', to: '/$surface/jobs' } as const;

/** The pictures of a job page without a job. */

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
        title="There is no such job here"
        actions={
          <Link to="/$surface/jobs" params={{ surface: surface.id }} className={buttonClass({ tone: 'primary' })}>
            Show all jobs
          </Link>
        }
      >
        {surface.name} does not know it. Either the address is not quite right, or the time for which the job was kept
        is over, or it ran on another surface.
        <span className="mt-2 block font-mono text-sm break-all text-faint">{jobId}</span>
        <RememberedFacts surface={surface} jobId={jobId} />
      </EmptyState>
    </>
  );
}

export function JobFailed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  usePageTitle('Job');
  return (
    <>
      <PageHeader title="Job" parent={PARENT} />
      <ReadFailed
        error={error}
        title="The job could not be read"
        untouched="the job itself"
        away="A job that was accepted is safe on its disk and goes on there; Flowdeck keeps trying."
        onRetry={onRetry}
      />
    </>
  );
}
