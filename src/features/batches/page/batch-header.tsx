import { Link, useNavigate } from '@tanstack/react-router';
import { CircleStop, Download, FilePenLine, Grid3x3, Pause, Play, RotateCcw, Star } from 'lucide-react';
import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useSurfaceList } from '@/api/surfaces/surface-list';
import type { BatchCell } from '@/domains/batches/batch-cell';
import { hasUnsentCells, type BatchEntry, unstartedCells } from '@/domains/batches/batch-entry';
import { lostCells } from '@/domains/batches/removal';
import { useBatchView } from '@/domains/batches/batches-store';
import { classNames } from '@/lib/class-names';
import { formatInteger } from '@/lib/format';
import { useMediaQuery } from '@/lib/hooks/use-media-query';
import { t } from '@/lib/i18n/messages';
import { Trans } from '@/lib/i18n/trans';
import { PageHeader } from '@/shared/page/page-header';
import { Age } from '@/shared/relative-time';
import { useCurrentSurface } from '@/shared/servers/use-current-surface';
import { Button } from '@/ui/button';
import type { MenuItem } from '@/ui/overlay/menu';
import { Dialog } from '@/ui/overlay/dialog';
import { BatchChip } from '../batch-chip';
import { BatchMenu } from '../batch-menu';
import { BatchProgress } from '../batch-progress';
import {
  batchStatus,
  countsText,
  failedCells,
  isPlannedPause,
  lastFailure,
  lostText,
  pauseText,
  runsElsewhere,
} from '../batch-state';
import { requestAction, tryAction } from '../request-action';
import { useBatchDraft } from '../use-batches';
import { cancelCells } from './cancel-cells';

/** The page above that of a batch. */
export function batchesParent() {
  return { label: t('Batches'), to: '/$surface/batches' } as const;
}

const DRAFT = '/$surface/submit/$draftId';

interface BatchHeaderProps {
  batch: BatchEntry;
  cells: readonly BatchCell[];
  favoriteCount?: number;
  onExport?: () => void;
  onRerunFavorites?: () => void;
  onEditAsSweep?: () => void;
}

/** Title, progress and actions of the batch, and why it is paused. */
export function BatchHeader({
  batch,
  cells,
  favoriteCount = 0,
  onExport,
  onRerunFavorites,
  onEditAsSweep,
}: BatchHeaderProps) {
  const navigate = useNavigate();
  const surface = useCurrentSurface();
  const [isStopping, setStopping] = useState(false);
  const isPhone = !useMediaQuery('(min-width: 840px)');
  const isHere = !batch.elsewhere;
  const failed = isHere ? failedCells(cells) : [];
  const status = batchStatus(batch);
  const draft = useBatchDraft(batch);
  const lost = useSurfaceList(() => lostCells(batch));
  const notice = [isHere ? pauseText(batch, lastFailure(cells)) : null, lostText(lost)].filter(Boolean).join(' ');
  const canStop = isHere && hasUnsentCells(batch);
  const retry = () => requestAction(batch.id, { kind: 'user_retry', cells: failed });
  const retryLabel = t('Retry failed ({count})', { count: formatInteger(failed.length) });
  const stop = () => setStopping(true);
  const draftParams = draft && { surface: draft.surfaceId, draftId: draft.id };
  const items: MenuItem[] = [
    ...(isPhone && failed.length > 0 ? [{ label: retryLabel, icon: <RotateCcw />, onSelect: retry }] : []),
    ...(isPhone && canStop ? [{ label: t('Stop…'), icon: <CircleStop />, onSelect: stop }] : []),
    ...(onRerunFavorites && favoriteCount > 0
      ? [{ label: t('Run favorites again…'), icon: <Star />, onSelect: onRerunFavorites }]
      : []),
    ...(draftParams
      ? [
          {
            label: t('Open the draft'),
            icon: <FilePenLine />,
            onSelect: () => void navigate({ to: DRAFT, params: draftParams }),
          },
        ]
      : []),
    ...(onEditAsSweep && batch.axes.length > 0
      ? [{ label: t('Edit as new sweep…'), icon: <Grid3x3 />, onSelect: onEditAsSweep }]
      : []),
    ...(onExport ? [{ label: t('Export…'), icon: <Download />, onSelect: onExport }] : []),
  ];
  return (
    <>
      <PageHeader
        hasTwoLines
        title={batch.title}
        parent={batchesParent()}
        actions={
          <>
            {failed.length > 0 && !isPhone ? (
              <Button onClick={retry}>
                <RotateCcw aria-hidden />
                {retryLabel}
              </Button>
            ) : null}
            {status === 'paused' && isHere ? (
              <Button tone="primary" onClick={() => requestAction(batch.id, { kind: 'user_resume' })}>
                <Play aria-hidden />
                {t('Resume')}
              </Button>
            ) : canStop ? (
              <Button onClick={() => requestAction(batch.id, { kind: 'user_pause' })}>
                <Pause aria-hidden />
                {t('Pause')}
              </Button>
            ) : null}
            {canStop && !isPhone ? (
              <Button onClick={stop}>
                <CircleStop aria-hidden />
                {t('Stop…')}
              </Button>
            ) : null}
            <BatchMenu
              batch={batch}
              items={items}
              onDeleted={() =>
                void navigate({ to: '/$surface/batches', params: { surface: surface.id }, replace: true })
              }
            />
          </>
        }
      >
        <BatchChip batch={batch} />
        <span role="status" className="min-w-0 truncate text-sm text-muted">
          {countsText(batch)}
        </span>
      </PageHeader>
      <BatchProgress batch={batch} className="h-1! shrink-0 rounded-none" />
      {notice === '' ? null : (
        <p
          role="status"
          className={classNames(
            'shrink-0 border-b border-line px-4 py-1.5 text-sm wrap-anywhere md:px-5',
            isPlannedPause(batch) && lost === 0 ? 'bg-raised' : 'bg-warn-soft',
          )}
        >
          {notice}
          {draftParams && batch.pauseReason === 'refused' ? (
            <>
              {' '}
              <Link to={DRAFT} params={draftParams} className="font-medium underline underline-offset-2">
                {t('Open the draft')}
              </Link>
            </>
          ) : null}
        </p>
      )}
      {batch.elsewhere && runsElsewhere(batch) ? (
        <div className="shrink-0 border-b border-line bg-raised px-4 py-1.5 text-sm wrap-anywhere md:px-5">
          {/* The age changes every second: it is not announced. */}
          <span role="status">
            {t('Another browser runs this batch, and only that one can pause, resume or stop it.')}
          </span>{' '}
          <Trans text="Last report: {age}." values={{ age: <Age at={batch.elsewhere.seenAt} /> }} />
        </div>
      ) : null}
      {isStopping ? <StopDialog batch={batch} onClose={() => setStopping(false)} /> : null}
    </>
  );
}

/** Says what stopping means for the jobs that were sent and for the cells that were not. */
function StopDialog({ batch, onClose }: { batch: BatchEntry; onClose: () => void }) {
  const client = useQueryClient();
  const stop = () => {
    onClose();
    return tryAction(batch.id, { kind: 'user_stop' });
  };
  const stopAndCancel = async () => {
    if (!(await stop())) return;
    // Not as of the dialog: cells that wait for an answer may have become jobs since.
    await cancelCells(client, useBatchView.getState().entries[batch.id]?.inFlight ?? []);
  };
  const unstarted = Math.max(0, unstartedCells(batch));
  const jobs = batch.inFlight.filter(({ jobId }) => jobId !== null).length;
  const unsent = batch.inFlight.length - jobs;
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={t('Stop this batch?')}
      description={[
        unstarted > 0
          ? t('{count, plural, one {# cell will never be sent.} other {# cells will never be sent.}}', {
              count: unstarted,
            })
          : null,
        unsent > 0
          ? t(
              '{count, plural, one {# cell that the server has not accepted yet will be canceled if possible.} other {# cells that the server has not accepted yet will be canceled if possible.}}',
              { count: unsent },
            )
          : null,
        jobs > 0
          ? t(
              '{count, plural, one {# running job continues and may cost money, unless you cancel it too.} other {# running jobs continue and may cost money, unless you cancel them too.}}',
              { count: jobs },
            )
          : null,
        t('Results are kept. To send the rest later, pause the batch instead: a stopped batch cannot be resumed.'),
      ]
        .filter(Boolean)
        .join(' ')}
      actions={
        <>
          <Button onClick={onClose}>{t('Go back')}</Button>
          <Button tone={jobs > 0 ? 'plain' : 'danger'} onClick={() => void stop()}>
            {t('Stop batch')}
          </Button>
          {jobs > 0 ? (
            <Button tone="danger" onClick={() => void stopAndCancel()}>
              {t('Stop and cancel {count, plural, one {# job} other {# jobs}}', { count: jobs })}
            </Button>
          ) : null}
        </>
      }
    />
  );
}
