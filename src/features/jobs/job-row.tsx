import { Link } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { memo } from 'react';
import { isActive, isTerminal, jobCan } from '@contract/jobs/lifecycle';
import { useOwnCancels } from '@/api/jobs/cancel-job';
import { useJobOverlay } from '@/api/live/live-store';
import { mergeJob, type JobReading, type ShownJob } from '@/api/live/merge-job';
import type { Surface } from '@/api/surface';
import { classNames } from '@/lib/class-names';
import { formatDateTime, formatDuration, formatPercent } from '@/lib/format';
import { JobStatusChip } from '@/shared/job-status';
import { Age, Elapsed } from '@/shared/relative-time';
import { Button } from '@/ui/button';
import { ProgressBar } from '@/ui/progress-bar';
import { JobThumbnail } from './job-thumbnail';
import { jobTimes, runTimeMs, type JobTimes } from './job-times';
import { jobTitle, shortId } from './job-title';
import { jobNote } from './job-words';

/** Columns of head and rows; on a phone the row is a card. */
export const ROW_GRID = 'md:grid-cols-[minmax(0,1.5fr)_116px_minmax(0,2fr)_88px_104px_32px] md:gap-x-4 md:px-5';

export const ROW_HEIGHT = 60;
export const CARD_HEIGHT = 96;

interface JobRowProps {
  surface: Surface;
  reading: JobReading;
  /** As a card of a phone. */
  isCard: boolean;
  onCancel: (reading: JobReading) => void;
}

/** One job of the list. Draws itself again when its own reading or its own events change, and not for others. */
export const JobRow = memo(function JobRow({ surface, reading, isCard, onCancel }: JobRowProps) {
  const overlay = useJobOverlay(surface.id, reading.job.id);
  const shown = mergeJob(reading, overlay);
  const { job } = shown;
  const title = jobTitle(job);
  const times = jobTimes(job);
  return (
    <div
      className={classNames(
        'relative grid h-24 grid-cols-[44px_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 border-b border-line px-4 hover:bg-raised has-[a:focus-visible]:bg-raised md:h-15',
        ROW_GRID,
      )}
    >
      <div className="contents md:flex md:min-w-0 md:items-center md:gap-3">
        <JobThumbnail surface={surface} outputs={job.outputs ?? []} preview={shown.preview} />
        <div className="min-w-0">
          {/* The whole row is the target of the link, so that it can be opened in a new tab from anywhere. */}
          <Link
            to="/$surface/jobs/$jobId"
            params={{ surface: surface.id, jobId: job.id }}
            data-job-row={job.id}
            className="block truncate font-semibold after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
            title={title}
          >
            {title}
          </Link>
          <div className="truncate font-mono text-xs text-faint">
            {shortId(job.id)}
            {isCard ? <Age at={times.createdAt} className="font-sans before:content-['_·_']" /> : null}
          </div>
        </div>
      </div>
      <JobStatusChip status={job.status} className="justify-self-start max-md:justify-self-end" />
      <ProgressCell shown={shown} />
      <RunTime times={times} isRunning={isActive(job.status)} />
      {isCard ? null : (
        <>
          <Age at={times.createdAt} className="text-right text-muted" />
          <CancelCell shown={shown} title={title} onCancel={() => onCancel(reading)} />
        </>
      )}
    </div>
  );
});

function ProgressCell({ shown }: { shown: ShownJob }) {
  const { job, isEnding } = shown;
  const wasCanceledHere = useOwnCancels(({ ids }) => ids.has(job.id));
  const note = jobNote(job, { isEnding, wasCanceledHere });
  const isMoving = job.status === 'running' || job.status === 'canceling';
  const value = job.progress?.value ?? null;
  return (
    <div className="col-span-2 flex min-w-0 flex-col gap-1.5 max-md:col-start-1 max-md:row-start-2 md:col-span-1">
      <div className="flex min-w-0 items-baseline gap-3">
        <span className={classNames('truncate', job.status === 'failed' ? 'text-bad' : 'text-muted')} title={note}>
          {note}
        </span>
        {isMoving && value !== null ? (
          <span className="ml-auto shrink-0 text-sm text-muted">{formatPercent(value)}</span>
        ) : null}
      </div>
      {isMoving ? (
        <ProgressBar value={value} label="Progress" tone={job.status === 'canceling' ? 'quiet' : 'accent'} />
      ) : null}
    </div>
  );
}

function RunTime({ times, isRunning }: { times: JobTimes; isRunning: boolean }) {
  const ended = runTimeMs(times, 0);
  if (times.startedAt === null || ended === null) return <span className="max-md:hidden" />;
  return (
    <span
      className="text-right text-muted max-md:col-start-3 max-md:row-start-2"
      title={`Started ${formatDateTime(times.startedAt)}`}
    >
      {isRunning && times.completedAt === null ? <Elapsed since={times.startedAt} /> : formatDuration(ended)}
    </span>
  );
}

function CancelCell({ shown, title, onCancel }: { shown: ShownJob; title: string; onCancel: () => void }) {
  const { status } = shown.job;
  if (isTerminal(status) || shown.isEnding) return <span />;
  return (
    <Button
      tone="ghost"
      size="icon-sm"
      aria-label={`Cancel ${title}`}
      title="Cancel"
      disabledReason={jobCan.cancel(status) ? null : 'This job is already being canceled.'}
      // Above the link that covers the row.
      className="relative z-1"
      onClick={onCancel}
    >
      <X aria-hidden />
    </Button>
  );
}
