import { memo } from 'react';
import { Check, Ellipsis, Star } from 'lucide-react';
import { MAX_RATING } from '@/domains/annotations/job-annotation';
import { markOf, useJobAnnotations } from '@/domains/annotations/job-annotations';
import type { BatchCell } from '@/domains/batches/batch-cell';
import { classNames } from '@/lib/class-names';
import { useFrameTurn } from '@/lib/hooks/use-frame-turn';
import { t } from '@/lib/i18n/messages';
import { RatingMark } from '@/shared/annotations/rating-mark';
import { actionMenu, type OfferedAction } from '@/shared/commands/action-table';
import { Button } from '@/ui/button';
import { LazyMenu } from '@/ui/overlay/lazy-menu';
import { cellState } from '../cell-outcome';
import { useServerRemoved } from '../use-server-removed';
import { CELL_ACTION_IDS, CELL_ACTIONS, cellOffer, type CellActionId, type CellActions } from './cell-actions';
import { CellVisual } from './cell-visual';
import { fitNumbers } from './grid-model';
import type { GridFit } from './grid-view';

export interface CellTileProps {
  cell: number;
  /** `null` if the cell was not sent. */
  record: BatchCell | null;
  /** Values that distinguish the cell, such as `cfg 7.5, steps 20`. */
  name: string;
  /** Whether the name is shown: not in a table. */
  hasCaption: boolean;
  /** Whether the batch sends nothing more. */
  isOver: boolean;
  /** Whether another browser runs the batch. */
  isElsewhere: boolean;
  /** `A` to `D` if it is among the compared cells. */
  letter: string | null;
  isSelected: boolean;
  selectedCount: number;
  side: number;
  fit: GridFit;
  /** Whether Tab focuses this cell; arrow keys move to the others. */
  isTabStop: boolean;
  actions: CellActions;
}

/** One result in the grid, with the marks and the menu of its job. */
export const CellTile = memo(function CellTile(props: CellTileProps) {
  const { cell, record, name, hasCaption, isOver, letter, isSelected, side, fit, isTabStop, actions } = props;
  const mark = useJobAnnotations(markOf(record?.surfaceId ?? '', record?.jobId ?? ''));
  const isStarred = mark?.isStarred === true;
  // Cells that are scrolled past show only their state: no image is fetched, and no menu is rendered.
  const isTurn = useFrameTurn();
  const isServerRemoved = useServerRemoved(record);
  const state = record ? cellState(record, isServerRemoved) : isOver ? t('never sent') : t('not sent yet');
  return (
    <div className="group/cell relative">
      <button
        type="button"
        data-cell={cell}
        tabIndex={isTabStop ? 0 : -1}
        aria-label={[
          `${name}: ${state}`,
          isStarred && t('starred'),
          mark?.rating && t('rated {rating} of {most}', { rating: mark.rating, most: MAX_RATING }),
          letter && t('in comparison: {letter}', { letter }),
          isSelected && t('selected'),
        ]
          .filter(Boolean)
          .join(', ')}
        title={name}
        className={classNames(
          '@container relative block overflow-hidden rounded-md',
          // Above the image, which may have the color of the page.
          'after:pointer-events-none after:absolute after:inset-0 after:rounded-md after:ring-1 after:ring-text/15 after:ring-inset',
          record?.outcome === 'succeeded' ? 'bg-hover' : 'bg-raised',
          (letter || isSelected) && 'outline-2 outline-accent',
        )}
        style={{ width: side, height: side }}
        onClick={({ shiftKey, ctrlKey, metaKey }) => {
          if (shiftKey || ctrlKey || metaKey) actions.select(cell, shiftKey);
          else actions.open(cell);
        }}
      >
        <CellVisual record={record} isOver={isOver} isTurn={isTurn} side={side} fit={fit} />
      </button>
      {hasCaption ? (
        <p className="mt-1 line-clamp-2 px-0.5 text-sm wrap-anywhere text-muted" title={name}>
          {fitNumbers(name, side)}
        </p>
      ) : null}
      <span aria-hidden className="pointer-events-none absolute top-1.5 left-1.5 flex gap-1 text-xs">
        {isSelected ? (
          <span className="flex size-5 items-center justify-center rounded bg-accent text-accent-text">
            <Check className="size-3.5" />
          </span>
        ) : null}
        {letter ? (
          <span className="flex size-5 items-center justify-center rounded bg-accent font-semibold text-accent-text">
            {letter}
          </span>
        ) : null}
        {isStarred ? (
          <span className="flex size-5 items-center justify-center rounded bg-panel text-warn">
            <Star className="size-3 fill-current" />
          </span>
        ) : null}
        {mark?.rating ? (
          <RatingMark rating={mark.rating} className="flex h-5 items-center rounded bg-panel px-1 text-text" />
        ) : null}
      </span>
      {isTurn ? <CellMenu {...props} isStarred={isStarred} isServerRemoved={isServerRemoved} /> : null}
    </div>
  );
});

function CellMenu({
  cell,
  record,
  isTabStop,
  actions,
  name,
  isStarred,
  letter,
  isSelected,
  selectedCount,
  isServerRemoved,
  isElsewhere,
}: CellTileProps & { isStarred: boolean; isServerRemoved: boolean }) {
  const situation = {
    record,
    isServerRemoved,
    isElsewhere,
    selectedCount: isSelected ? selectedCount : 0,
    isCompared: letter !== null,
  };
  const actionOf = (id: CellActionId): OfferedAction => {
    const { label, ...offer } = cellOffer(id, situation);
    return { ...offer, label: id === 'star' && isStarred ? t('Remove star') : label, run: () => actions.run(id, cell) };
  };
  return (
    <LazyMenu
      trigger={
        <Button
          size="icon-sm"
          tabIndex={isTabStop ? 0 : -1}
          aria-label={t('Actions for {name}', { name })}
          title={t('Actions')}
          className="absolute top-1 right-1 size-6 group-focus-within/cell:opacity-100 group-hover/cell:opacity-100 data-[state=open]:opacity-100 pointer-fine:opacity-0"
        >
          <Ellipsis aria-hidden />
        </Button>
      }
      items={() => actionMenu(CELL_ACTIONS, CELL_ACTION_IDS, actionOf)}
    />
  );
}
