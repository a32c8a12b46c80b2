import { Link, useNavigate } from '@tanstack/react-router';
import { useSurfaceList } from '@/api/surfaces/surface-list';
import type { BatchCell } from '@/domains/batches/batch-cell';
import type { BatchEntry } from '@/domains/batches/batch-entry';
import { lostCells } from '@/domains/batches/removal';
import { classNames } from '@/lib/class-names';
import { useMediaQuery } from '@/lib/hooks/use-media-query';
import { t } from '@/lib/i18n/messages';
import { Trans } from '@/lib/i18n/trans';
import { PageHeader } from '@/shared/page/page-header';
import { Age } from '@/shared/relative-time';
import { useCurrentSurface } from '@/shared/servers/use-current-surface';
import { Button } from '@/ui/button';
import { BATCH_ACTIONS, type BatchActionId } from '../batch-actions';
import { BatchChip } from '../batch-chip';
import { BatchMenu } from '../batch-menu';
import { BatchProgress } from '../batch-progress';
import {
  countsText,
  failedCells,
  isPlannedPause,
  lastFailure,
  lostText,
  pauseText,
  runsElsewhere,
} from '../batch-state';
import { useBatchActions, type ActionPlace } from '../use-batch-actions';
import { useBatchDraft } from '../use-batches';

/** The page above that of a batch. */
export function batchesParent() {
  return { label: t('Batches'), to: '/$surface/batches' } as const;
}

/** Actions with a button beside the menu. */
const BUTTONS = ['retry', 'resume', 'pause', 'stop'] as const satisfies readonly BatchActionId[];
const BUTTONS_ON_PHONE = ['resume', 'pause'] as const satisfies readonly BatchActionId[];

const DRAFT = '/$surface/submit/$draftId';

interface BatchHeaderProps {
  batch: BatchEntry;
  cells: readonly BatchCell[];
  favoriteCount?: number;
  /** What the results of the batch can do. */
  own?: ActionPlace['own'];
}

/** Title, progress and actions of the batch, and why it is paused. */
export function BatchHeader({ batch, cells, favoriteCount = 0, own }: BatchHeaderProps) {
  const navigate = useNavigate();
  const surface = useCurrentSurface();
  const isPhone = !useMediaQuery('(min-width: 840px)');
  const isHere = !batch.elsewhere;
  const draft = useBatchDraft(batch);
  const lost = useSurfaceList(() => lostCells(batch));
  const notice = [isHere ? pauseText(batch, lastFailure(cells)) : null, lostText(lost)].filter(Boolean).join(' ');
  const draftParams = draft && { surface: draft.surfaceId, draftId: draft.id };
  const actions = useBatchActions(batch, {
    failed: failedCells(cells),
    favoriteCount,
    own: {
      ...own,
      ...(draftParams ? { 'open-draft': () => void navigate({ to: DRAFT, params: draftParams }) } : {}),
    },
    onDeleted: () => void navigate({ to: '/$surface/batches', params: { surface: surface.id }, replace: true }),
  });
  const buttons = isPhone ? BUTTONS_ON_PHONE : BUTTONS;
  return (
    <>
      <PageHeader
        hasTwoLines
        title={batch.title}
        parent={batchesParent()}
        actions={
          <>
            {buttons.map((id) => {
              const { icon: Icon, tone } = BATCH_ACTIONS[id];
              const { label, isShown, run } = actions.actionOf(id);
              return isShown ? (
                // Pause becomes Resume, so that the button keeps the focus.
                <Button key={id === 'resume' ? 'pause' : id} tone={tone} onClick={run}>
                  <Icon aria-hidden />
                  {label}
                </Button>
              ) : null;
            })}
            <BatchMenu title={batch.title} actions={actions} without={buttons} />
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
    </>
  );
}
