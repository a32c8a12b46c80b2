import type { ComponentType } from 'react';
import { isActive } from '@contract/jobs/lifecycle';
import { useIsHeld } from '@/domains/gateway/use-is-held';
import { useJobStart } from '@/domains/jobs/job-start';
import { useIsCanceledHere } from '@/domains/jobs/local-cancellations';
import type { FetchedJob, ShownJob } from '@/api/live/merge-job';
import { useShownJob } from '@/api/live/live-store';
import type { Surface } from '@/api/surface';
import { classNames } from '@/lib/class-names';
import { formatDateTime, formatDuration, formatPercent } from '@/lib/format';
import { t } from '@/lib/i18n/messages';
import { jobNote } from '@/shared/job-text';
import { JobStatusChip } from '@/shared/job-status';
import { Age, Elapsed } from '@/shared/relative-time';
import { ServerName } from '@/shared/servers/server-name';
import { ProgressBar } from '@/ui/progress-bar';
import { KnownElapsed } from '../job/known-elapsed';
import { runTimeMs, waitTimeMs, type JobTimes } from '../job/job-times';
import type { ColumnId } from './job-columns';
import { RowInputs, RowTimeLeft } from './lazy-parts';

interface JobCellProps {
  surface: Surface;
  fetched: FetchedJob;
  status: string;
  times: JobTimes;
  /** Of the column. */
  className: string;
}

/** Of the row of a job. */
export const JOB_CELLS: Readonly<Record<ColumnId, ComponentType<JobCellProps>>> = {
  server: ServerCell,
  status: StatusCell,
  progress: ProgressCell,
  wait: WaitCell,
  run: RunCell,
  engine: EngineCell,
  age: AgeCell,
  time: TimeCell,
};

function ServerCell({ surface }: JobCellProps) {
  return <ServerName surface={surface} />;
}

/** The icon is static in a list: the bar beside it shows progress, and thirty animated icons would repaint every frame. */
function StatusCell({ status }: JobCellProps) {
  return (
    <JobStatusChip
      status={status}
      className={classNames(
        'justify-self-start max-md:justify-self-end [&_svg]:animate-none',
        // Most rows of a list have succeeded: what they were made from matters more.
        status === 'succeeded' && 'bg-transparent! pl-0! font-normal text-muted! [&_svg]:text-ok',
      )}
    />
  );
}

const percentOf = ({ job }: ShownJob) => (job.progress ? Math.floor(job.progress.value * 1000) / 1000 : null);

function ProgressCell({ surface, fetched, status }: JobCellProps) {
  const wasCanceledHere = useIsCanceledHere(surface, fetched.job.id);
  const isHeld = useIsHeld(surface, fetched.job.id);
  const start = useJobStart(surface, fetched.job);
  const note = useShownJob(surface.id, fetched, ({ job, isEnding }) =>
    jobNote(job, { isEnding, isHeld, wasCanceledHere, start }),
  );
  const value = useShownJob(surface.id, fetched, percentOf);
  const isMoving = status === 'running' || status === 'canceling';
  return (
    <div className="col-span-2 flex min-w-0 flex-col gap-1.5 max-md:col-start-1 max-md:row-start-2 md:col-span-1">
      <div className="@container flex min-w-0 items-baseline gap-3">
        {status === 'succeeded' ? (
          <RowInputs surface={surface} job={fetched.job} note={note} />
        ) : (
          <span
            className={classNames(
              'truncate',
              isMoving ? 'flex-1' : 'md:line-clamp-2 md:wrap-anywhere md:whitespace-normal md:compact:line-clamp-1',
              status === 'failed' ? 'text-bad' : 'text-muted',
            )}
            title={isMoving ? undefined : note}
          >
            {note}
          </span>
        )}
        {status === 'queued' || status === 'running' ? (
          <RowTimeLeft surface={surface} fetched={fetched} isQueued={status === 'queued'} />
        ) : null}
        {isMoving && value !== null ? (
          <span className="shrink-0 text-sm text-muted">{formatPercent(value)}</span>
        ) : null}
      </div>
      {isMoving ? (
        <ProgressBar
          value={value}
          label={t('Progress')}
          tone={status === 'canceling' ? 'quiet' : 'accent'}
          className="*:transition-none"
        />
      ) : null}
    </div>
  );
}

function RunCell({ status, times, className }: JobCellProps) {
  const finished = runTimeMs(times, 0);
  if (times.startedAt === null || finished === null) return <span className="max-md:hidden" />;
  return (
    <span className={classNames(className, 'text-muted')}>
      {isActive(status) && times.completedAt === null ? (
        <KnownElapsed since={times.startedAt} />
      ) : (
        formatDuration(finished)
      )}
    </span>
  );
}

function WaitCell({ surface, fetched: { job }, times, className }: JobCellProps) {
  const start = useJobStart(surface, job);
  // Without a start time, the time until the end is no wait.
  const isKnown = times.startedAt !== null || start === 'never' || job.status === 'queued';
  const isOver = times.startedAt !== null || times.completedAt !== null;
  const wait = waitTimeMs(times, 0);
  return (
    <span className={classNames(className, 'text-muted')}>
      {!isKnown || times.createdAt === null || wait === null ? null : isOver ? (
        formatDuration(wait)
      ) : (
        <Elapsed since={times.createdAt} />
      )}
    </span>
  );
}

function EngineCell({ fetched, className }: JobCellProps) {
  return <span className={classNames(className, 'truncate text-muted')}>{fetched.job.engine}</span>;
}

function AgeCell({ times, className }: JobCellProps) {
  return <Age at={times.createdAt} className={classNames(className, 'text-muted')} />;
}

function TimeCell({ times: { createdAt }, className }: JobCellProps) {
  return (
    <time
      dateTime={createdAt === null ? undefined : new Date(createdAt).toISOString()}
      className={classNames(className, 'truncate text-muted')}
    >
      {createdAt === null ? null : formatDateTime(createdAt)}
    </time>
  );
}
