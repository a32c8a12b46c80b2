import { useQuery } from '@tanstack/react-query';
import {
  Ban,
  Check,
  CircleDashed,
  CircleHelp,
  CircleSlash,
  Clock,
  LoaderCircle,
  Send,
  ServerOff,
  Trash2,
  X,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { isActive } from '@contract/jobs/lifecycle';
import { isServerRemoved } from '@/api/api-error';
import type { FetchedJob, Preview } from '@/api/live/merge-job';
import { useShownJob } from '@/api/live/live-store';
import { findSurface, type Surface } from '@/api/surface';
import type { BatchCell } from '@/domains/batches/batch-cell';
import { useJobStart } from '@/domains/jobs/job-start';
import { useThrottledValue } from '@/lib/hooks/use-throttled-value';
import { t } from '@/lib/i18n/messages';
import { firstShowable } from '@/shared/files/output-kind';
import { PreviewImage } from '@/shared/files/preview-image';
import { jobNote } from '@/shared/job-text';
import { ProgressBar } from '@/ui/progress-bar';
import { cellJobQuery, isJobGone } from '../cell-job';
import { serverRemovedText } from '../cell-outcome';
import { CellNote } from './cell-note';
import { CellOutput } from './cell-output';
import type { GridFit } from './grid-view';

interface CellVisualProps {
  /** `null` if the cell was not sent. */
  record: BatchCell | null;
  /** Whether the batch sends nothing more. */
  isOver: boolean;
  /** False until it is the turn of this cell to fetch and render its job. */
  isTurn?: boolean;
  side: number;
  fit: GridFit;
}

/** Output of a cell, or its state. */
export function CellVisual({ record, isOver, isTurn = true, ...look }: CellVisualProps) {
  if (!record) {
    return isOver ? (
      <CellNote icon={<CircleSlash aria-hidden />} text={t('never sent')} />
    ) : (
      <CellNote icon={<CircleDashed aria-hidden />} text={t('not sent yet')} />
    );
  }
  const surface = findSurface(record.surfaceId);
  if (!surface && (record.jobId !== null || record.finishedAt === null)) return <ServerRemoved />;
  if (!surface || record.jobId === null) return <UnsentCell record={record} />;
  if (!isTurn) return <span className="block size-full" />;
  return <JobVisual {...look} surface={surface} record={record} jobId={record.jobId} />;
}

function ServerRemoved() {
  return <CellNote icon={<ServerOff aria-hidden />} text={serverRemovedText()} tone="warn" />;
}

function UnsentCell({ record: { outcome, message } }: { record: BatchCell }) {
  switch (outcome) {
    case 'refused':
      return <CellNote icon={<Ban aria-hidden />} text={message ?? t('rejected')} tone="bad" />;
    case 'unsettled':
      return <CellNote icon={<CircleHelp aria-hidden />} text={t('unconfirmed: see the outbox')} tone="warn" />;
    case 'canceled':
      return <CellNote icon={<CircleSlash aria-hidden />} text={message ?? t('canceled before it was sent')} />;
    case 'succeeded':
      return <CellNote icon={<Check aria-hidden />} text={t('marked as succeeded')} />;
    case 'failed':
      return <CellNote icon={<X aria-hidden />} text={message ?? t('failed')} tone="bad" />;
    default:
      return <CellNote icon={<Send aria-hidden />} text={t('sending')} />;
  }
}

interface JobVisualProps {
  surface: Surface;
  record: BatchCell;
  jobId: string;
  side: number;
  fit: GridFit;
}

function JobVisual({ surface, record, jobId, ...look }: JobVisualProps) {
  const { data, error } = useQuery(cellJobQuery(surface, jobId));
  if (data) return <ShownJob key={jobId} surface={surface} fetched={data} {...look} />;
  if (!error) return <span className="block size-full" />;
  if (isServerRemoved(error)) return <ServerRemoved />;
  if (isJobGone(error)) return <CellNote icon={<Trash2 aria-hidden />} text={t('deleted on the server')} />;
  const reason = record.message ?? t('{name} is unreachable', { name: surface.name });
  return <CellNote icon={<ServerOff aria-hidden />} text={reason} tone="warn" />;
}

const statusOf = ({ job }: { job: { status: string } }) => job.status;

function ShownJob({
  surface,
  fetched,
  side,
  fit,
}: {
  surface: Surface;
  fetched: FetchedJob;
  side: number;
  fit: GridFit;
}) {
  const status = useShownJob(surface.id, fetched, statusOf);
  const output = useShownJob(surface.id, fetched, ({ job }) => firstShowable(job.outputs));
  const preview = useShownJob(surface.id, fetched, (shown) => shown.preview);
  const start = useJobStart(surface, fetched.job);
  const note = useShownJob(surface.id, fetched, ({ job, isEnding }) => jobNote(job, { isEnding, start }));
  const percent = useShownJob(surface.id, fetched, ({ job }) =>
    job.progress ? Math.floor(job.progress.value * 100) / 100 : null,
  );
  const isRunning = isActive(status);
  return (
    <>
      {output ? (
        <CellOutput key={output.id} surface={surface} output={output} side={side} fit={fit} />
      ) : preview ? (
        <PacedPreview preview={preview} fit={fit} />
      ) : (
        <CellNote
          icon={ICONS[status] ?? <CircleHelp aria-hidden />}
          text={note}
          tone={status === 'failed' ? 'bad' : 'muted'}
        />
      )}
      {isRunning && status !== 'queued' ? (
        <ProgressBar
          value={percent ?? 0}
          label={t('Progress')}
          className="absolute inset-x-0 bottom-0 rounded-none *:transition-none"
        />
      ) : null}
      {output && status === 'failed' ? (
        <span className="absolute right-1.5 bottom-1.5 rounded-full bg-panel px-1.5 text-xs text-bad" title={note}>
          {t('failed')}
        </span>
      ) : null}
    </>
  );
}

const ICONS: Readonly<Record<string, ReactNode>> = {
  queued: <Clock aria-hidden />,
  running: <LoaderCircle aria-hidden />,
  canceling: <CircleSlash aria-hidden />,
  succeeded: <CircleDashed aria-hidden />,
  failed: <X aria-hidden />,
  canceled: <Ban aria-hidden />,
};

/** At this size one frame per second is enough. */
const PREVIEW_EVERY_MS = 1000;

function PacedPreview({ preview, fit }: { preview: Preview; fit: GridFit }) {
  const paced = useThrottledValue(preview, PREVIEW_EVERY_MS);
  return (
    <PreviewImage
      preview={paced}
      alt=""
      className={`size-full ${fit === 'cover' ? 'object-cover' : 'object-contain'}`}
    />
  );
}
