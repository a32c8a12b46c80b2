import { Link } from '@tanstack/react-router';
import { SearchX } from 'lucide-react';
import type { Surface } from '@/api/surface';
import { t } from '@/lib/i18n/messages';
import { PageHeader } from '@/shared/page/page-header';
import { ReadFailed } from '@/shared/page/load-error-state';
import { usePageTitle } from '@/shared/page/use-page-title';
import { buttonClass } from '@/ui/button';
import { EmptyState } from '@/ui/empty-state';
import { Skeleton } from '@/ui/skeleton';
import { HistoryDetails } from '../history/history-details';
import { shortId } from '../job/job-title';

function jobsParent() {
  return { label: t('Jobs'), to: '/$surface/jobs' } as const;
}

/** Loading, empty and error states of the job page. */

export function JobLoading() {
  return (
    <>
      <PageHeader title={t('Job')} parent={jobsParent()} />
      <div
        role="status"
        aria-label={t('Loading the job')}
        className="grid min-h-0 flex-1 gap-4 p-4 md:grid-cols-2 md:p-5"
      >
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
  usePageTitle(t('Job not found'));
  return (
    <>
      <PageHeader title={t('Job {id}', { id: shortId(jobId) })} parent={jobsParent()} />
      <EmptyState
        icon={<SearchX />}
        title={t('Job not found')}
        actions={
          <Link to="/$surface/jobs" params={{ surface: surface.id }} className={buttonClass({ tone: 'primary' })}>
            {t('Show all jobs')}
          </Link>
        }
      >
        {t('The URL may be wrong, the job may have expired, or it may have run on another server.')}
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
  usePageTitle(t('Job'));
  return (
    <>
      <PageHeader title={t('Job')} parent={jobsParent()} />
      <ReadFailed
        error={error}
        title={t('The job could not be read')}
        untouched={t('the job')}
        away={t('Submitted jobs are saved on the server and keep running. Retrying automatically.')}
        onRetry={onRetry}
      >
        <HistoryDetails surface={surface} jobId={jobId} />
      </ReadFailed>
    </>
  );
}
