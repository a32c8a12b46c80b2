import { Link } from '@tanstack/react-router';
import { History } from 'lucide-react';
import { isTerminal } from '@contract/jobs/lifecycle';
import type { Job, ListedJob } from '@contract/jobs/schemas';
import type { Liveness } from '@/api/jobs/liveness';
import type { ShownJob } from '@/api/live/merge-job';
import { LABEL_SOURCE } from '@/api/outbox/outbox-entry';
import type { Surface } from '@/api/surface';
import { formatDuration, formatPercent } from '@/lib/format';
import { useNow } from '@/lib/use-now';
import { JobStatusChip } from '@/shared/job-status';
import { PageHeader } from '@/shared/page-header';
import { JobActions } from './job-actions';
import { JobNavigation } from './job-navigation';
import { useKnownNow } from './known-elapsed';
import { jobTimes, runTimeMs, waitTimeMs } from './job-times';
import { shortId } from './job-title';
import { formatQueuePosition, formatStep } from './job-text';
import { LivenessBadge } from './liveness-badge';
import { HeaderAnnotations } from './annotations/header-annotations';
import { JobTimeLeft } from './eta/job-time-left';
import { useJobEngine } from './use-job-engine';

interface JobHeaderProps {
  surface: Surface;
  title: string;
  /** As the last GET told it: what actions go by. */
  job: Job;
  shown: ShownJob;
  liveness: Liveness;
}

export function JobHeader({ surface, title, job, shown, liveness }: JobHeaderProps) {
  return (
    <PageHeader
      hasTwoLines
      title={title}
      parent={{ label: 'Jobs', to: '/$surface/jobs' }}
      actions={
        <>
          <JobNavigation surface={surface} jobId={job.id} />
          <JobActions surface={surface} title={title} job={job} status={shown.job.status} />
        </>
      }
    >
      <JobStatusChip status={shown.job.status} />
      {isTerminal(shown.job.status) ? (
        <HeaderFacts surface={surface} shown={shown} />
      ) : (
        // As large without the time left as with it, so that nothing moves when its words come.
        <div className="flex h-8 min-w-60 flex-col justify-center text-sm/4 text-muted max-md:min-w-0 max-md:flex-1 xl:min-w-84">
          <HeaderFacts surface={surface} shown={shown} />
          <JobTimeLeft surface={surface} shown={shown} />
        </div>
      )}
      <SourceLink surface={surface} job={shown.job} />
      <HeaderAnnotations surface={surface} job={job} />
      {isTerminal(shown.job.status) && liveness.kind !== 'unreachable' ? null : <LivenessBadge liveness={liveness} />}
    </PageHeader>
  );
}

/** Lineage: the job that this one runs again. */
function SourceLink({ surface, job }: { surface: Surface; job: ListedJob }) {
  const jobId = job.metadata?.[LABEL_SOURCE];
  if (!jobId) return null;
  return (
    <Link
      to="/$surface/jobs/$jobId"
      params={{ surface: surface.id, jobId }}
      title={`Made from the workflow of job ${jobId}`}
      className="flex items-center gap-1 rounded text-sm text-muted hover:text-text max-lg:hidden"
    >
      <History aria-hidden className="size-3.5" />
      based on {shortId(jobId)}
    </Link>
  );
}

/** `62 % · step 186 of 300 · 39 s` */
function HeaderFacts({ surface, shown }: { surface: Surface; shown: ShownJob }) {
  const { job, isEnding } = shown;
  const engine = useJobEngine(surface, job);
  const now = useNow(1000);
  const knownNow = useKnownNow();
  const times = jobTimes(job);
  const run = runTimeMs(times, knownNow);
  const wait = waitTimeMs(times, now);
  const isMoving = job.status === 'running' || job.status === 'canceling';
  const facts = isMoving
    ? [
        job.progress ? formatPercent(job.progress.value) : null,
        isEnding ? 'finishing' : formatStep(job.progress),
        run === null ? null : formatDuration(run),
        engine && `on ${engine}`,
        job.progress?.message ?? null,
      ]
    : job.status === 'queued'
      ? [formatQueuePosition(job.queue_position), wait === null ? null : `waiting ${formatDuration(wait)}`]
      : [run === null ? null : formatDuration(run), engine && run !== null ? `ran on ${engine}` : null];
  const text = facts.filter(Boolean).join(' · ');
  return text ? <span className="truncate text-sm/4 text-muted">{text}</span> : null;
}
