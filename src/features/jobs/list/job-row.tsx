import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { memo } from 'react';
import { isActive, isTerminal } from '@contract/jobs/lifecycle';
import type { ListedJob } from '@contract/jobs/schemas';
import { useIsHeld } from '@/domains/gateway/use-is-held';
import { useIsCanceledHere } from '@/domains/jobs/local-cancellations';
import type { FetchedJob, ShownJob } from '@/api/live/merge-job';
import { useShownJob } from '@/api/live/live-store';
import type { Surface } from '@/api/surface';
import { classNames } from '@/lib/class-names';
import { formatDateTime, formatDuration, formatPercent } from '@/lib/format';
import { t } from '@/lib/i18n/messages';
import { cancelAction } from '@/shared/cancel-action';
import { runAction } from '@/shared/feedback/action';
import { JobStatusChip } from '@/shared/job-status';
import { Age, Elapsed } from '@/shared/relative-time';
import { Button } from '@/ui/button';
import { ProgressBar } from '@/ui/progress-bar';
import { firstShowable } from '@/shared/files/output-kind';
import { JobThumbnail } from './job-thumbnail';
import { KnownElapsed } from '../job/known-elapsed';
import { jobTimes, runTimeMs, waitTimeMs, type JobTimes } from '../job/job-times';
import { useJobTitle, shortId, titleParts } from '../job/job-title';
import { cancelDisabledReason, jobNote } from '@/shared/job-text';
import { ServerName } from '@/shared/servers/server-name';
import { useListView, type Column, type Density } from '../view/list-view';
import { RowAnnotations } from '../annotations/row-annotations';
import { RowInputs, RowMenu, RowTimeLeft, showRowTitle } from './lazy-parts';
import { ROW_LAYOUT } from './row-layout';
import { useJobStart } from '@/domains/jobs/job-start';

export const ROW_HEIGHTS: Readonly<Record<Density, number>> = { comfortable: 60, compact: 40 };
export const CARD_HEIGHTS: Readonly<Record<Density, number>> = { comfortable: 96, compact: 76 };

interface JobRowProps {
  surface: Surface;
  fetched: FetchedJob;
  /** Whether it is a card, as on phones. */
  isCard: boolean;
  /** Unique in the list. */
  rowId: string;
  /** Whether it names its server. */
  hasServer: boolean;
  /** Of a job of a batch: its values, shown as the title. */
  cellTitle?: string | undefined;
  /** Whether it is below the row of its batch. */
  isInBatch?: boolean;
}

const CARD_COLUMNS: readonly Column[] = ['progress', 'run'];

const statusOf = ({ job }: ShownJob) => job.status;
const isEndingOf = ({ isEnding }: ShownJob) => isEnding;
const percentOf = ({ job }: ShownJob) => (job.progress ? Math.floor(job.progress.value * 1000) / 1000 : null);

/**
 * One job of the list. The row only re-renders if its job or its status changes; progress is in cells with their own
 * subscriptions.
 */
export const JobRow = memo(function JobRow({
  surface,
  fetched,
  isCard,
  rowId,
  hasServer,
  cellTitle,
  isInBatch = false,
}: JobRowProps) {
  const { job } = fetched;
  const status = useShownJob(surface.id, fetched, statusOf);
  const isEnding = useShownJob(surface.id, fetched, isEndingOf);
  const title = useJobTitle(surface, job);
  const times = jobTimes(job);
  const client = useQueryClient();
  const view = useListView();
  const has = (column: Column) => (isCard ? CARD_COLUMNS : view.columns).includes(column);
  return (
    <div className={classNames(ROW_LAYOUT, 'hover:bg-raised has-[a:focus-visible]:bg-raised')}>
      <div className={classNames('contents md:flex md:min-w-0 md:items-center md:gap-3', isInBatch && 'md:pl-6')}>
        <ThumbnailCell surface={surface} fetched={fetched} />
        <div className="min-w-0 md:compact:flex md:compact:items-baseline md:compact:gap-2.5">
          {/* The link covers the whole row, so that it can be opened in a new tab from anywhere. */}
          <Link
            to="/$surface/jobs/$jobId"
            params={{ surface: surface.id, jobId: job.id }}
            data-row-id={rowId}
            aria-label={title}
            className="flex min-w-0 font-semibold whitespace-pre after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
            // Covers the row, so its tooltip describes all of it. React reports no `pointerenter` for a row that replaces another
            // under a resting pointer.
            onPointerOver={({ currentTarget }) => void showRowTitle(currentTarget, client, surface, fetched)}
          >
            {cellTitle === undefined ? <RowTitle title={title} /> : <span className="truncate">{cellTitle}</span>}
          </Link>
          <div className="truncate font-mono text-xs text-faint md:compact:shrink-2">
            {isCard && hasServer ? (
              <CardServer surface={surface} />
            ) : (
              <span className="md:compact:hidden">{shortId(job.id)}</span>
            )}
            {isCard ? <Age at={times.createdAt} className="font-sans before:content-['_·_']" /> : null}
            <RowAnnotations surfaceId={surface.id} jobId={job.id} />
          </div>
        </div>
      </div>
      {hasServer && !isCard ? <ServerName surface={surface} /> : null}
      {/* The icon is static in a list: the bar beside it shows progress, and thirty animated icons would repaint
          every frame. */}
      <JobStatusChip
        status={status}
        className={classNames(
          'justify-self-start max-md:justify-self-end [&_svg]:animate-none',
          // Most rows of a list have succeeded: what they were made from matters more.
          status === 'succeeded' && 'bg-transparent! pl-0! font-normal text-muted! [&_svg]:text-ok',
        )}
      />
      {has('progress') ? <ProgressCell surface={surface} fetched={fetched} status={status} /> : null}
      <div className="flex items-center justify-end gap-1 max-md:col-start-3 max-md:row-start-2 md:contents">
        {has('wait') ? <WaitTime surface={surface} job={job} times={times} /> : null}
        {has('run') ? <RunTime times={times} isRunning={isActive(status)} /> : null}
        {has('engine') ? <span className="truncate text-muted max-lg:hidden">{job.engine}</span> : null}
        {has('age') ? <Age at={times.createdAt} className="text-right text-muted" /> : null}
        {has('time') ? <SubmittedAt at={times.createdAt} /> : null}
        <span className="flex justify-end gap-1">
          {isTerminal(status) || isEnding ? null : (
            <CancelButton
              status={status}
              title={title}
              onCancel={() => void runAction(cancelAction(client, surface, job, title))}
            />
          )}
          <RowMenu surface={surface} job={job} title={title} />
        </span>
      </div>
    </div>
  );
});

/** Truncated in the middle if it is too long for the column. */
function RowTitle({ title }: { title: string }) {
  const parts = titleParts(title);
  if (!parts) return <span className="truncate">{title}</span>;
  return (
    <>
      {/* The end only shrinks once the start has no width left. */}
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
  fetched: FetchedJob;
}

function ThumbnailCell({ surface, fetched }: LiveCellProps) {
  const preview = useShownJob(surface.id, fetched, (shown) => shown.preview);
  const image = useShownJob(surface.id, fetched, ({ job }) => firstShowable(job.outputs));
  return <JobThumbnail surface={surface} output={image} preview={preview} />;
}

function ProgressCell({ surface, fetched, status }: LiveCellProps & { status: string }) {
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

function RunTime({ times, isRunning }: { times: JobTimes; isRunning: boolean }) {
  const finished = runTimeMs(times, 0);
  if (times.startedAt === null || finished === null) return <span className="max-md:hidden" />;
  return (
    <span className="text-right text-muted">
      {isRunning && times.completedAt === null ? <KnownElapsed since={times.startedAt} /> : formatDuration(finished)}
    </span>
  );
}

function WaitTime({ surface, job, times }: { surface: Surface; job: ListedJob; times: JobTimes }) {
  const start = useJobStart(surface, job);
  // Without a start time, the time until the end is no wait.
  const isKnown = times.startedAt !== null || start === 'never' || job.status === 'queued';
  const isOver = times.startedAt !== null || times.completedAt !== null;
  const wait = waitTimeMs(times, 0);
  return (
    <span className="text-right text-muted max-lg:hidden">
      {!isKnown || times.createdAt === null || wait === null ? null : isOver ? (
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
      aria-label={t('Cancel {title}', { title })}
      title={t('Cancel')}
      disabledReason={cancelDisabledReason(status)}
      // Above the link that covers the whole row.
      className="relative z-1 max-md:-mr-2 max-md:size-9"
      onClick={onCancel}
    >
      <X aria-hidden />
    </Button>
  );
}
