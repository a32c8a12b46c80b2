import { ChevronLeft, ChevronRight } from 'lucide-react';
import { findSurface } from '@/api/surface';
import type { BatchCell } from '@/domains/batches/batch-cell';
import type { BatchPlan } from '@/domains/batches/batch-plan';
import { cellName } from '@/domains/batches/cell-name';
import { formatInteger } from '@/lib/format';
import { t } from '@/lib/i18n/messages';
import type { CommandHandler } from '@/shared/commands/mounted-commands';
import { useCommands } from '@/shared/commands/use-commands';
import { InputsPaneButton, useInputsPane, WithInputs } from '@/shared/viewer/output/inputs-pane';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/overlay/dialog';
import { CellVisual } from '../grid/cell-visual';
import { focusCell } from '../grid/focused-cell';
import { CELL_ACTIONS, cellOffer, type CellActionId, type CellActions } from '../grid/cell-actions';
import { useServerRemoved } from '../use-server-removed';
import { CellOutputs } from './cell-outputs';

interface CellViewerProps {
  batchTitle: string;
  cell: number;
  /** Cells of the grid in their order. */
  order: readonly number[];
  plan: BatchPlan;
  record: BatchCell | null;
  /** Whether the batch sends nothing more. */
  isOver: boolean;
  /** Whether another browser runs the batch. */
  isElsewhere: boolean;
  /** `A` to `D` if it is among the compared cells. */
  letter: string | null;
  actions: CellActions;
  onChoose: (cell: number) => void;
  onClose: () => void;
}

/** Large view of a cell; the arrow keys go through the cells of the grid. */
export function CellViewer({
  batchTitle,
  cell,
  order,
  plan,
  record,
  isOver,
  isElsewhere,
  letter,
  actions,
  onChoose,
  onClose,
}: CellViewerProps) {
  const at = order.indexOf(cell);
  const go = (step: 1 | -1) => {
    const next = order[at + step];
    if (at >= 0 && next !== undefined) onChoose(next);
  };
  const situation = {
    record,
    isServerRemoved: useServerRemoved(record),
    isElsewhere,
    selectedCount: 0,
    isCompared: letter !== null,
  };
  const commandOf = (id: CellActionId): CommandHandler => ({
    run: () => actions.run(id, cell),
    disabledReason: cellOffer(id, situation).reason,
  });
  useCommands(
    {
      'output-next': () => go(1),
      'output-previous': () => go(-1),
      'compare-add': commandOf('compare'),
      star: commandOf('star'),
    },
    { isInDialog: true },
  );
  const pane = useInputsPane();
  const name = cellName(plan, cell);
  const surface = record ? findSurface(record.surfaceId) : null;
  const jobId = record?.jobId ?? null;
  const state = (
    <div className="@container relative m-auto w-120 max-w-full overflow-hidden px-4" style={{ height: STATE_SIDE }}>
      <CellVisual record={record} isOver={isOver} side={STATE_SIDE} fit="contain" />
    </div>
  );
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={name}
      description={
        at < 0
          ? null
          : t('Cell {position} of {count}', {
              position: formatInteger(at + 1),
              count: formatInteger(order.length),
            })
      }
      size="fill"
      // Not where it was: another cell may be shown now.
      onClosed={() => focusCell(cell)}
    >
      <div className="-mx-4 -mb-4 flex min-h-0 flex-1 flex-col">
        {surface && jobId !== null ? (
          <WithInputs pane={pane} surface={surface} jobId={jobId} title={`${batchTitle}, ${name}`}>
            <CellOutputs key={`${surface.id}/${jobId}`} surface={surface} jobId={jobId}>
              {state}
            </CellOutputs>
          </WithInputs>
        ) : (
          state
        )}
        <div className="flex shrink-0 flex-wrap items-center justify-center gap-2 px-3 pt-2 pb-3">
          <Button
            size="icon"
            aria-label={t('Previous cell')}
            disabledReason={at > 0 ? null : t('This is the first cell.')}
            onClick={() => go(-1)}
          >
            <ChevronLeft aria-hidden />
          </Button>
          <Button
            size="icon"
            aria-label={t('Next cell')}
            disabledReason={at >= 0 && at < order.length - 1 ? null : t('This is the last cell.')}
            onClick={() => go(1)}
          >
            <ChevronRight aria-hidden />
          </Button>
          {IN_VIEWER.map((id) => {
            const { label, reason } = cellOffer(id, situation);
            const { icon: Icon } = CELL_ACTIONS[id];
            return (
              <Button key={id} disabledReason={reason} onClick={() => actions.run(id, cell)}>
                <Icon aria-hidden />
                {label}
              </Button>
            );
          })}
          {surface && jobId !== null ? <InputsPaneButton pane={pane} /> : null}
        </div>
      </div>
    </Dialog>
  );
}

const STATE_SIDE = 240;
const IN_VIEWER: readonly CellActionId[] = ['compare', 'run-again', 'edit', 'open-job'];
