import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { memo, Suspense } from 'react';
import { cancelDisabledReason, isActive, isTerminal } from '@contract/jobs/lifecycle';
import { useIsOwnCancel } from '@/api/jobs/local-cancellations';
import type { FetchedJob, ShownJob } from '@/api/live/merge-job';
import { useShownJob } from '@/api/live/use-shown-job';
import type { Surface } from '@/api/surface';
import { classNames } from '@/lib/class-names';
import { formatDateTime, formatDuration, formatPercent } from '@/lib/format';
import { lazyPart } from '@/lib/lazy-part';
import { JobStatusChip } from '@/shared/job-status';
import { Age, Elapsed } from '@/shared/relative-time';
import { Button } from '@/ui/button';
import { ProgressBar } from '@/ui/progress-bar';
import { firstShowable, JobThumbnail } from './job-thumbnail';
import { KnownElapsed } from './known-elapsed';
import { jobTimes, runTimeMs, waitTimeMs, type JobTimes } from './job-times';
import { jobTitle, shortId, titleParts } from './job-title';
import { jobNote } from './job-text';
import { ServerName } from './server-name';
import { useListView, type Column, type Density } from './view/list-view';

/** One file: each would cost the first picture a name. */
const RowAnnotations = lazyPart(async () => (await import('./annotations/row-annotations')).RowAnnotations);
const RowMenu = lazyPart(async () => (await import('./annotations/row-annotations')).RowMenu);

/** Columns of head and rows, by `columnTracks`; on a phone the row is a card. */
export const ROW_GRID =
  'md:grid-cols-[var(--job-columns,minmax(0,1.7fr)_100px_minmax(0,1fr)_84px_84px_60px)] lg:grid-cols-[var(--job-columns-wide,minmax(0,1.5fr)_116px_minmax(0,2fr)_88px_104px_64px)] min-[1900px]:grid-cols-[var(--job-columns-wide,minmax(0,1.3fr)_220px_minmax(0,1fr)_150px_210px_64px)] md:gap-x-3 lg:gap-x-4 md:pr-5 md:pl-11';

/** A row of the table, on a phone a card; also while it is loaded. */
export const ROW_LAYOUT = classNames(
  'relative grid h-24 max-md:grid-rows-[44px_36px] max-md:content-center max-md:compact:h-19 max-md:compact:grid-rows-[36px_32px] max-md:compact:gap-y-0 md:compact:h-10 grid-cols-[44px_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 border-b border-line pr-4 pl-12 md:h-15',
  ROW_GRID,
);

export const ROW_HEIGHTS: Readonly<Record<Density, number>> = { comfortable: 60, compact: 40 };
export const CARD_HEIGHTS: Readonly<Record<Density, number>> = { comfortable: 96, compact: 76 };

interface JobRowProps {
  surface: Surface;
  reading: FetchedJob;
  /** As a card of a phone. */
  isCard: boolean;
  onCancel: (reading: FetchedJob) => void;
  /** In a list of several servers: its id there, and the name of the server is shown. */
  serverRowId?: string;
}

const CARD_COLUMNS: readonly Column[] = ['progress', 'run'];

const statusOf = ({ job }: ShownJob) => job.status;
const isEndingOf = ({ isEnding }: ShownJob) => isEnding;
const percentOf = ({ job }: ShownJob) => (job.progress ? Math.floor(job.progress.value * 1000) / 1000 : null);

/**
 * One job of the list. The row itself draws again when its reading or its status changes; what moves with every step is
 * in cells that listen for themselves.
 */
export const JobRow = memo(function JobRow({ surface, reading, isCard, onCancel, serverRowId }: JobRowProps) {
  const { job } = reading;
  const status = useShownJob(surface.id, reading, statusOf);
  const isEnding = useShownJob(surface.id, reading, isEndingOf);
  const title = jobTitle(job);
  const times = jobTimes(job);
  const client = useQueryClient();
  const view = useListView();
  const has = (column: Column) => (isCard ? CARD_COLUMNS : view.columns).includes(column);
  return (
    <div className={classNames(ROW_LAYOUT, 'hover:bg-raised has-[a:focus-visible]:bg-raised')}>
      <div className="contents md:flex md:min-w-0 md:items-center md:gap-3">
        <ThumbnailCell surface={surface} reading={reading} />
        <div className="min-w-0 md:compact:flex md:compact:items-baseline md:compact:gap-2.5">
          {/* The whole row is the target of the link, so that it can be opened in a new tab from anywhere. */}
          <Link
            to="/$surface/jobs/$jobId"
            params={{ surface: surface.id, jobId: job.id }}
            data-row-id={serverRowId ?? job.id}
            aria-label={title}
            className="flex min-w-0 font-semibold whitespace-pre after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
            // It covers the row, so its title speaks for all of it.
            onPointerEnter={async ({ currentTarget }) => {
              const told = await import('./annotations/row-annotations').catch(() => null);
              if (told) currentTarget.title = told.rowTitle(client, surface, reading);
            }}
          >
            <RowTitle title={title} />
          </Link>
          <div className="truncate font-mono text-xs text-faint md:compact:shrink-2">
            {isCard && serverRowId ? (
              <CardServer surface={surface} />
            ) : (
              <span className="md:compact:hidden">{shortId(job.id)}</span>
            )}
            {isCard ? <Age at={times.createdAt} className="font-sans before:content-['_·_']" /> : null}
            <Suspense>
              <RowAnnotations surfaceId={surface.id} jobId={job.id} />
            </Suspense>
          </div>
        </div>
      </div>
      {serverRowId && !isCard ? <ServerName surface={surface} /> : null}
      {/* The sign rests in a list: the bar beside it tells that the job moves, and thirty that turn draw every frame. */}
      <JobStatusChip status={status} className="justify-self-start max-md:justify-self-end [&_svg]:animate-none" />
      {has('progress') ? <ProgressCell surface={surface} reading={reading} status={status} /> : null}
      <div className="flex items-center justify-end gap-1 max-md:col-start-3 max-md:row-start-2 md:contents">
        {has('wait') ? <WaitTime times={times} /> : null}
        {has('run') ? <RunTime times={times} isRunning={isActive(status)} /> : null}
        {has('engine') ? <span className="truncate text-muted max-lg:hidden">{job.engine}</span> : null}
        {has('age') ? <Age at={times.createdAt} className="text-right text-muted" /> : null}
        {has('time') ? <SubmittedAt at={times.createdAt} /> : null}
        <span className="flex justify-end gap-1">
          {isTerminal(status) || isEnding ? null : (
            <CancelButton status={status} title={title} onCancel={() => onCancel(reading)} />
          )}
          <Suspense fallback={<span className="size-7 max-md:-my-2 max-md:-mr-2 max-md:size-9" />}>
            <RowMenu surface={surface} job={job} title={title} />
          </Suspense>
        </span>
      </div>
    </div>
  );
});

/** Cut in the middle where it is too long for the column. */
function RowTitle({ title }: { title: string }) {
  const parts = titleParts(title);
  if (!parts) return <span className="truncate">{title}</span>;
  return (
    <>
      {/* The end gives way only where there is no start left to give. */}
      <span className="shrink-1000 overflow-hidden text-ellipsis">{parts.start}</span>
      <span className="min-w-0 overflow-hidden">{parts.end}</span>
    </>
  );
}

function CardServer({ surface }: { surface: Surface }) {
  return <ServerName surface={surface} className="inline-flex max-w-28 align-bottom font-sans" />;
}

interface LiveCellProps {
  surface: Surface;
  reading: FetchedJob;
}

function ThumbnailCell({ surface, reading }: LiveCellProps) {
  const preview = useShownJob(surface.id, reading, (shown) => shown.preview);
  const picture = useShownJob(surface.id, reading, ({ job }) => firstShowable(job.outputs));
  return <JobThumbnail surface={surface} output={picture} preview={preview} />;
}

function ProgressCell({ surface, reading, status }: LiveCellProps & { status: string }) {
  const wasCanceledHere = useIsOwnCancel(surface, reading.job.id);
  const note = useShownJob(surface.id, reading, ({ job, isEnding }) => jobNote(job, { isEnding, wasCanceledHere }));
  const value = useShownJob(surface.id, reading, percentOf);
  const isMoving = status === 'running' || status === 'canceling';
  return (
    <div className="col-span-2 flex min-w-0 flex-col gap-1.5 max-md:col-start-1 max-md:row-start-2 md:col-span-1">
      <div className="flex min-w-0 items-baseline gap-3">
        <span
          className={classNames(
            'truncate',
            !isMoving && 'md:line-clamp-2 md:wrap-anywhere md:whitespace-normal md:compact:line-clamp-1',
            status === 'failed' ? 'text-bad' : 'text-muted',
          )}
          title={isMoving ? undefined : note}
        >
          {note}
        </span>
        {isMoving && value !== null ? (
          <span className="ml-auto shrink-0 text-sm text-muted">{formatPercent(value)}</span>
        ) : null}
      </div>
      {isMoving ? (
        <ProgressBar
          value={value}
          label="Progress"
          tone={status === 'canceling' ? 'quiet' : 'accent'}
          className="*:transition-none"
        />
      ) : null}
    </div>
  );
}

function RunTime({ times, isRunning }: { times: JobTimes; isRunning: boolean }) {
  const ended = runTimeMs(times, 0);
  if (times.startedAt === null || ended === null) return <span className="max-md:hidden" />;
  return (
    <span className="text-right text-muted">
      {isRunning && times.completedAt === null ? <KnownElapsed since={times.startedAt} /> : formatDuration(ended)}
    </span>
  );
}

function WaitTime({ times }: { times: JobTimes }) {
  const isOver = times.startedAt !== null || times.completedAt !== null;
  const wait = waitTimeMs(times, 0);
  return (
    <span className="text-right text-muted max-lg:hidden">
      {times.createdAt === null || wait === null ? null : isOver ? (
        formatDuration(wait)
      ) : (
        <Elapsed since={times.createdAt} />
      )}
    </span>
  );
}

function SubmittedAt({ at }: { at: number | null }) {
  return (
    <time
      dateTime={at === null ? undefined : new Date(at).toISOString()}
      className="truncate text-right text-muted max-lg:hidden"
    >
      {at === null ? null : formatDateTime(at)}
    </time>
  );
}

function CancelButton({ status, title, onCancel }: { status: string; title: string; onCancel: () => void }) {
  return (
    <Button
      tone="ghost"
      size="icon-sm"
      aria-label={`Cancel ${title}`}
      title="Cancel"
      disabledReason={cancelDisabledReason(status)}
      // Above the link that covers the row.
      className="relative z-1 max-md:-mr-2 max-md:size-9"
      onClick={onCancel}
    >
      <X aria-hidden />
    </Button>
  );
}
