import { Link } from '@tanstack/react-router';
import { History } from 'lucide-react';
import { isTerminal } from '@contract/jobs/lifecycle';
import type { Job, ListedJob } from '@contract/jobs/schemas';
import { withoutPulse, type ConnectionStatus } from '@/features/jobs/connection-status';
import type { ShownJob } from '@/api/live/merge-job';
import { LABEL_SOURCE } from '@/domains/job-record/job-labels';
import type { Surface } from '@/api/surface';
import { formatDuration, formatPercent } from '@/lib/format';
import { useNow } from '@/lib/hooks/use-now';
import { t } from '@/lib/i18n/messages';
import { JobStatusChip } from '@/shared/job-status';
import { PageHeader } from '@/shared/page/page-header';
import { JobActions } from './job-actions';
import { JobNavigation } from './job-navigation';
import { useRunClock } from '../job/known-elapsed';
import { jobTimes, runTimeMs, waitTimeMs } from '../job/job-times';
import { shortId } from '../job/job-title';
import { formatQueuePosition, formatStep } from '@/shared/job-text';
import { ConnectionBadge } from '../connection-badge';
import { HeaderAnnotations } from '../annotations/header-annotations';
import { JobTimeLeft } from '../eta/job-time-left';
import { useJobEngine } from '../job/use-job-engine';
import { useIsHeld } from '@/domains/gateway/use-is-held';

interface JobHeaderProps {
  surface: Surface;
  title: string;
  /** As last fetched; determines the available actions. */
  job: Job;
  shown: ShownJob;
  connection: ConnectionStatus;
}

export function JobHeader({ surface, title, job, shown, connection }: JobHeaderProps) {
  return (
    <PageHeader
      hasTwoLines
      title={title}
      parent={{ label: t('Jobs'), to: '/$surface/jobs' }}
      actions={
        <>
          <JobNavigation surface={surface} jobId={job.id} />
          <JobActions surface={surface} job={job} status={shown.job.status} />
        </>
      }
    >
      <JobStatusChip status={shown.job.status} />
      {isTerminal(shown.job.status) ? (
        <HeaderDetails surface={surface} shown={shown} />
      ) : (
        // Fixed height with and without the time left, so that nothing moves when it appears.
        <div className="flex h-8 min-w-60 flex-col justify-center text-sm/4 text-muted max-md:min-w-0 max-md:flex-1 xl:min-w-84">
          <HeaderDetails surface={surface} shown={shown} />
          <JobTimeLeft surface={surface} shown={shown} />
        </div>
      )}
      <SourceLink surface={surface} job={shown.job} />
      <HeaderAnnotations surface={surface} job={job} />
      {isTerminal(shown.job.status) && connection.kind !== 'unreachable' ? null : (
        <ConnectionBadge connection={withoutPulse(connection, [shown.job])} />
      )}
    </PageHeader>
  );
}

/** Links to the original of a rerun. */
function SourceLink({ surface, job }: { surface: Surface; job: ListedJob }) {
  const jobId = job.metadata?.[LABEL_SOURCE];
  if (!jobId) return null;
  return (
    <Link
      to="/$surface/jobs/$jobId"
      params={{ surface: surface.id, jobId }}
      title={t('Made from the workflow of job {jobId}', { jobId })}
      className="flex items-center gap-1 rounded text-sm text-muted hover:text-text max-lg:hidden"
    >
      <History aria-hidden className="size-3.5" />
      {t('based on {id}', { id: shortId(jobId) })}
    </Link>
  );
}

/** `62 % · step 186 of 300 · 39 s` */
function HeaderDetails({ surface, shown }: { surface: Surface; shown: ShownJob }) {
  const { job, isEnding } = shown;
  const engine = useJobEngine(surface, job);
  const isHeld = useIsHeld(surface, job.id);
  const now = useNow(1000);
  const knownNow = useRunClock();
  const times = jobTimes(job);
  const run = runTimeMs(times, knownNow);
  const wait = waitTimeMs(times, now);
  const isMoving = job.status === 'running' || job.status === 'canceling';
  const details = isMoving
    ? [
        // What it waits for comes first: the details are cut at their end.
        job.progress?.stalled ? job.progress.message : null,
        job.progress ? formatPercent(job.progress.value) : null,
        isEnding ? t('finishing') : formatStep(job.progress),
        run === null ? null : formatDuration(run),
        engine && t('on {engine}', { engine }),
        job.progress?.stalled ? null : job.progress?.message,
      ]
    : job.status === 'queued'
      ? [
          formatQueuePosition(job.queue_position),
          isHeld && t('queue paused'),
          wait === null ? null : t('waiting {duration}', { duration: formatDuration(wait) }),
        ]
      : [run === null ? null : formatDuration(run), engine && run !== null ? t('ran on {engine}', { engine }) : null];
  const text = details.filter(Boolean).join(' · ');
  return text ? <span className="truncate text-sm/4 text-muted">{text}</span> : null;
}
