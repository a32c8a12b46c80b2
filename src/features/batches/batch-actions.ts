import {
  CircleStop,
  Download,
  FilePenLine,
  Grid3x3,
  Pause,
  Play,
  RotateCcw,
  Star,
  TextCursorInput,
  Trash2,
} from 'lucide-react';
import { ownKeys } from '@contract/typed-objects';
import { hasUnsentCells, type BatchEntry } from '@/domains/batches/batch-entry';
import { formatInteger } from '@/lib/format';
import { msg, t } from '@/lib/i18n/messages';
import type { Offer, TableAction } from '@/shared/commands/action-table';
import { batchStatus } from './batch-state';

/** What decides about actions besides the batch itself. */
export interface BatchFacts {
  /** Cells that `Retry failed` runs again. */
  failedCount: number;
  /** Cells with a star. */
  favoriteCount: number;
  /** Why it cannot be deleted now (`removalObstacle`). */
  obstacle: string | null;
}

interface ActionRow extends TableAction {
  /** The label in a situation that changes it. */
  labelOf?: (facts: BatchFacts) => string;
  /** Whether it is shown; absent: always. */
  isShown?: (batch: BatchEntry, facts: BatchFacts) => boolean;
  /** Why it does nothing now. */
  reasonOf?: (facts: BatchFacts) => string | null;
}

/**
 * Every action on a batch, in the order of its menu. The list and the page of the batch read this table, as
 * those of jobs do (decision 108). `use-batch-actions.tsx` runs them.
 */
const ROWS = {
  retry: {
    label: msg('Retry failed'),
    icon: RotateCcw,
    labelOf: ({ failedCount }) => t('Retry failed ({count})', { count: formatInteger(failedCount) }),
    isShown: (batch, { failedCount }) => isHere(batch) && failedCount > 0,
  },
  resume: {
    label: msg('Resume'),
    icon: Play,
    tone: 'primary',
    isShown: (batch) => isHere(batch) && batchStatus(batch) === 'paused',
  },
  pause: {
    label: msg('Pause'),
    icon: Pause,
    isShown: (batch) => canStop(batch) && batchStatus(batch) !== 'paused',
  },
  stop: { label: msg('Stop…'), icon: CircleStop, isShown: canStop },
  'run-favorites': {
    label: msg('Run favorites again…'),
    icon: Star,
    isShown: (_batch, { favoriteCount }) => favoriteCount > 0,
  },
  'open-draft': { label: msg('Open the draft'), icon: FilePenLine },
  'edit-sweep': { label: msg('Edit as new sweep…'), icon: Grid3x3, isShown: ({ axes }) => axes.length > 0 },
  export: { label: msg('Export…'), icon: Download },
  rename: { label: msg('Rename…'), icon: TextCursorInput },
  delete: { label: msg('Delete…'), icon: Trash2, tone: 'danger', reasonOf: ({ obstacle }) => obstacle },
} satisfies Readonly<Record<string, ActionRow>>;

export type BatchActionId = keyof typeof ROWS;

export const BATCH_ACTIONS: Readonly<Record<BatchActionId, ActionRow>> = ROWS;

export const BATCH_ACTION_IDS = ownKeys(BATCH_ACTIONS);

/** Decides how an action is offered for a batch. */
export function batchOffer(id: BatchActionId, batch: BatchEntry, facts: BatchFacts): Offer {
  const { label, labelOf, isShown, reasonOf } = BATCH_ACTIONS[id];
  return {
    label: labelOf?.(facts) ?? t(label),
    isShown: isShown?.(batch, facts) ?? true,
    reason: reasonOf?.(facts) ?? null,
  };
}

/** Only the browser that runs a batch can pause, resume or stop it, or replace an attempt. */
function isHere({ elsewhere }: BatchEntry): boolean {
  return elsewhere === undefined;
}

function canStop(batch: BatchEntry): boolean {
  return isHere(batch) && hasUnsentCells(batch);
}
