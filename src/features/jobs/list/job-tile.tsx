import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { memo } from 'react';
import { useIsHeld } from '@/domains/gateway/use-is-held';
import { useIsCanceledHere } from '@/domains/jobs/local-cancellations';
import { useJobStart } from '@/domains/jobs/job-start';
import { useShownJob } from '@/api/live/live-store';
import type { FetchedJob } from '@/api/live/merge-job';
import type { Surface } from '@/api/surface';
import { classNames } from '@/lib/class-names';
import { t } from '@/lib/i18n/messages';
import { firstShowable } from '@/shared/files/output-kind';
import { JobStatusChip } from '@/shared/job-status';
import { jobNote } from '@/shared/job-text';
import { ServerName } from '@/shared/servers/server-name';
import { ProgressBar } from '@/ui/progress-bar';
import { RowBoundary } from '@/ui/row-boundary';
import { RowMenu } from '../actions/row-menu';
import { RowAnnotations } from '../annotations/row-annotations';
import { useJobTitle } from '../job/job-title';
import { BatchTile } from './batch-group-row';
import type { ShownRow } from './batch-rows';
import { JobThumbnail } from './job-thumbnail';
import { RowTimeLeft } from '../eta/row-time-left';
import { RowInputs } from './row-inputs';
import { rowTitle } from './row-title';

interface JobTileProps {
  surface: Surface;
  fetched: FetchedJob;
  /** Unique in the list. */
  rowId: string;
  /** Whether it names its server. */
  hasServer: boolean;
  /** Of a job of a batch: its values. */
  cellTitle?: string | undefined;
}

export interface WallTileProps {
  row: ShownRow;
  hasServer: boolean;
}

export function WallTile({ row: { job, batch, cellTitle }, hasServer }: WallTileProps) {
  if (!job) return batch ? <BatchTile batch={batch} /> : null;
  return (
    <RowBoundary name={job.fetched.job.id} record={job.fetched}>
      <JobTile rowId={job.id} surface={job.surface} fetched={job.fetched} hasServer={hasServer} cellTitle={cellTitle} />
    </RowBoundary>
  );
}

/** One job of the wall: its newest image, large, with what made it. */
const JobTile = memo(function JobTile({ surface, fetched, rowId, hasServer, cellTitle }: JobTileProps) {
  const { job } = fetched;
  const status = useShownJob(surface.id, fetched, (shown) => shown.job.status);
  const preview = useShownJob(surface.id, fetched, (shown) => shown.preview);
  const image = useShownJob(surface.id, fetched, (shown) => firstShowable(shown.job.outputs));
  const title = useJobTitle(surface, job);
  const client = useQueryClient();
  const isMoving = status === 'running' || status === 'canceling';
  return (
    <div className="relative flex h-full flex-col overflow-hidden rounded-lg border border-line bg-panel hover:border-control">
      <div className="relative">
        <JobThumbnail surface={surface} output={image} preview={preview} isLarge />
        <span className="absolute top-2 right-2 flex flex-col items-end gap-1">
          {status === 'succeeded' ? null : (
            <span className="rounded-full bg-panel">
              <JobStatusChip status={status} className="[&_svg]:animate-none" />
            </span>
          )}
          {hasServer ? (
            <span className="max-w-36 rounded-full bg-panel px-2 py-0.5 text-sm">
              <ServerName surface={surface} />
            </span>
          ) : null}
        </span>
      </div>
      <div className="flex min-h-0 flex-1 items-center gap-1 pr-1 pl-2.5 text-sm">
        <div className="min-w-0 flex-1">
          <Link
            to="/$surface/jobs/$jobId"
            params={{ surface: surface.id, jobId: job.id }}
            data-row-id={rowId}
            aria-label={title}
            onPointerOver={({ currentTarget }) => {
              currentTarget.title = rowTitle(client, surface, fetched);
            }}
            className="after:absolute after:inset-0 after:rounded-lg focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
          />
          <Caption
            surface={surface}
            fetched={fetched}
            status={status}
            title={cellTitle ?? title}
            isCell={cellTitle !== undefined}
          />
          {isMoving ? <TileProgress surface={surface} fetched={fetched} /> : null}
        </div>
        <span className="flex shrink-0 flex-col items-end">
          <RowMenu surface={surface} job={job} title={title} />
          <RowAnnotations surfaceId={surface.id} jobId={job.id} />
        </span>
      </div>
    </div>
  );
});

interface CaptionProps {
  surface: Surface;
  fetched: FetchedJob;
  status: string;
  title: string;
  /** Whether the title has the values that differ from other jobs. */
  isCell: boolean;
}

/** The prompt and the values of a finished job, else its title and what it is doing. */
function Caption({ surface, fetched, status, title, isCell }: CaptionProps) {
  const wasCanceledHere = useIsCanceledHere(surface, fetched.job.id);
  const isHeld = useIsHeld(surface, fetched.job.id);
  const start = useJobStart(surface, fetched.job);
  const note = useShownJob(surface.id, fetched, ({ job, isEnding }) =>
    jobNote(job, { isEnding, isHeld, wasCanceledHere, start }),
  );
  if (status === 'succeeded' && !isCell) return <RowInputs surface={surface} job={fetched.job} note={title} isTile />;
  return (
    <>
      <span className="block truncate">{title}</span>
      <span className="@container flex gap-3">
        <span
          className={classNames(
            'truncate',
            status === 'failed' ? 'text-bad' : 'text-muted',
            status === 'running' && 'flex-1',
          )}
          title={note}
        >
          {note}
        </span>
        {status === 'queued' || status === 'running' ? (
          <RowTimeLeft surface={surface} fetched={fetched} isQueued={status === 'queued'} />
        ) : null}
      </span>
    </>
  );
}

function TileProgress({ surface, fetched }: { surface: Surface; fetched: FetchedJob }) {
  const value = useShownJob(surface.id, fetched, ({ job }) => job.progress?.value ?? null);
  return <ProgressBar value={value} label={t('Progress')} tone="accent" className="mt-1 *:transition-none" />;
}
