import {
  Ban,
  GitCompareArrows,
  ImageUp,
  ListChecks,
  PencilLine,
  RotateCcw,
  SquareArrowOutUpRight,
  SquareCheck,
  Star,
} from 'lucide-react';
import { ownKeys } from '@contract/typed-objects';
import type { BatchCell } from '@/domains/batches/batch-cell';
import { formatInteger } from '@/lib/format';
import { msg, t } from '@/lib/i18n/messages';
import type { Offer, TableAction } from '@/shared/commands/action-table';
import { canMark, rerunReason } from '../cell-outcome';

/** What decides about the actions on one cell. */
export interface CellSituation {
  /** `null` if the cell was not sent. */
  record: BatchCell | null;
  isServerRemoved: boolean;
  /** Whether another browser runs the batch: only that one replaces an attempt or decides how a cell ended. */
  isElsewhere: boolean;
  /** Number of selected cells if it is one of them; otherwise 0. */
  selectedCount: number;
  isCompared: boolean;
}

interface ActionRow extends TableAction {
  /** The label in a situation that changes it. */
  labelOf?: (situation: CellSituation) => string | null;
  /** Whether it is shown; absent: always. */
  isShown?: (situation: CellSituation) => boolean;
  /** Why it does nothing now. */
  reasonOf?: (situation: CellSituation) => string | null;
}

/**
 * Every action on a cell, in the order of its menu. The menu, the large view, the toolbar, shortcuts and palette read this
 * table, as those of jobs do (decision 108). `use-cell-actions.ts` runs them.
 */
const ROWS = {
  'open-job': { label: msg('Open job'), icon: SquareArrowOutUpRight, reasonOf: noJobReason },
  star: { label: msg('Star'), icon: Star, command: 'star', reasonOf: noJobReason },
  compare: {
    label: msg('Add to comparison'),
    icon: GitCompareArrows,
    command: 'compare-add',
    labelOf: ({ isCompared }) => (isCompared ? t('Remove from comparison') : null),
    reasonOf: (situation) => (situation.isCompared ? null : noJobReason(situation)),
  },
  input: { label: msg('Use in a workflow…'), icon: ImageUp, reasonOf: noJobReason },
  select: {
    label: msg('Select'),
    icon: SquareCheck,
    command: 'select',
    labelOf: ({ selectedCount }) => (selectedCount > 0 ? t('Remove from selection') : null),
  },
  'run-again': {
    label: msg('Run again'),
    icon: RotateCcw,
    command: 'run-again',
    labelOf: ({ record, isElsewhere, selectedCount }) => {
      if (selectedCount > 1) return runSeveralLabel(selectedCount);
      // A new batch is asked about first; a cell that has not succeeded runs in its place.
      return record?.outcome === 'succeeded' || isElsewhere ? t('Run again…') : null;
    },
    reasonOf: ({ record, selectedCount }) => (selectedCount > 1 ? null : rerunReason(record)),
  },
  edit: { label: msg('Edit and run'), icon: PencilLine, command: 'edit' },
  mark: {
    label: msg('Mark as…'),
    icon: ListChecks,
    isShown: ({ record, isServerRemoved, isElsewhere }) => !isElsewhere && canMark(record, isServerRemoved),
  },
  cancel: {
    label: msg('Cancel'),
    icon: Ban,
    isShown: ({ record, isServerRemoved }) => record?.outcome === 'running' && !isServerRemoved,
  },
} satisfies Readonly<Record<string, ActionRow>>;

export type CellActionId = keyof typeof ROWS;

export const CELL_ACTIONS: Readonly<Record<CellActionId, ActionRow>> = ROWS;

export const CELL_ACTION_IDS = ownKeys(CELL_ACTIONS);

/** Decides how an action is offered for a cell. */
export function cellOffer(id: CellActionId, situation: CellSituation): Offer {
  const { label, labelOf, isShown, reasonOf } = CELL_ACTIONS[id];
  return {
    label: labelOf?.(situation) ?? t(label),
    isShown: isShown?.(situation) ?? true,
    reason: reasonOf?.(situation) ?? null,
  };
}

export function runSeveralLabel(count: number): string {
  return t('Run {count} again…', { count: formatInteger(count) });
}

/** Returns the reason why the compared cells cannot be shown; `null` if they can. */
export function comparisonReason(count: number): string | null {
  return count < 2 ? t('Add two to four cells to the comparison first.') : null;
}

function noJobReason({ record, isServerRemoved }: CellSituation): string | null {
  if (!record?.jobId) return t('This cell has no job.');
  return isServerRemoved ? t('Its server was removed.') : null;
}

/** What the cells of the grid and their large view can do. */
export interface CellActions {
  open: (cell: number) => void;
  /** Selects a cell, or removes it from the selection; with `isRange`, selects all up to it. */
  select: (cell: number, isRange: boolean) => void;
  run: (id: CellActionId, cell: number) => void;
}
