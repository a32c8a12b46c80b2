import {
  CloudDownload,
  Copy,
  Download,
  GitCompareArrows,
  Pencil,
  Pin,
  Play,
  RotateCcw,
  Server,
  Split,
  Square,
  Trash2,
} from 'lucide-react';
import { ownKeys } from '@contract/typed-objects';
import { runActions, type RunAction } from '@/domains/model-calls/run-actions';
import { isSettledRun, type RunRecord } from '@/domains/model-calls/run-record';
import { msg, t } from '@/lib/i18n/messages';
import type { Offer, TableAction } from '@/shared/commands/action-table';
import { comparisonReason, previousReason } from '@/shared/compare/compare-model';

/** What decides about actions besides the runs themselves. */
export interface RunFacts {
  now: number;
  /** Whether another server runs models. */
  hasRouters: boolean;
  /** Returns the run of its model before a run; `null` if it is the first. */
  previousOf: (run: RunRecord) => RunRecord | null;
}

interface ActionRow extends TableAction {
  /** Another label, for some runs. */
  labelOf?: (runs: readonly RunRecord[]) => string | null;
  /** Whether it is shown for these runs; absent: always. */
  isShown?: (runs: readonly RunRecord[], facts: RunFacts) => boolean;
  /** Why it does nothing now. */
  reasonOf?: (runs: readonly RunRecord[], facts: RunFacts) => string | null;
}

/**
 * Every action on model runs, in the order of menus and bar. The history, the result of a run, shortcuts, palette and shortcut
 * sheet read this table, as those of jobs do (decision 108). `use-run-actions.tsx` runs them.
 */
const ROWS = {
  stop: { ...step('stop'), label: msg('Stop'), icon: Square, command: 'cancel', keywords: msg('cancel abort call') },
  collect: { ...step('collect'), label: msg('Collect'), icon: CloudDownload, tone: 'primary' },
  try_again: { ...step('try_again'), label: msg('Try again'), icon: RotateCcw },
  send: { ...step('send'), label: msg('Send it'), icon: Play, tone: 'primary' },
  run_anew: { ...step('run_anew'), label: msg('Run again…'), icon: RotateCcw },
  edit: {
    label: msg('Edit and run again'),
    icon: Pencil,
    command: 'edit',
    keywords: msg('change input form reuse'),
    count: 'one',
  },
  'other-models': { label: msg('Run on other models'), icon: Split, count: 'one' },
  'other-server': {
    label: msg('Run on another server'),
    icon: Server,
    count: 'one',
    isShown: (_runs, { hasRouters }) => hasRouters,
  },
  pin: {
    label: msg('Pin'),
    icon: Pin,
    labelOf: (runs) => (runs.every(({ isPinned }) => isPinned) ? t('Unpin') : null),
  },
  compare: {
    label: msg('Compare'),
    icon: GitCompareArrows,
    command: 'compare',
    keywords: msg('inputs outputs side by side versus'),
    count: 'several',
    labelOf: ({ length }) => (length === 1 ? t('Compare with previous') : null),
    reasonOf: compareReason,
  },
  export: { label: msg('Export'), icon: Download, command: 'export', keywords: msg('json save file') },
  'copy-request-id': {
    label: msg('Copy request ID'),
    icon: Copy,
    command: 'copy-id',
    keywords: msg('clipboard support'),
    count: 'one',
    isShown: ([run]) => run !== undefined && requestIdOf(run) !== null,
  },
  delete: {
    label: msg('Delete…'),
    icon: Trash2,
    tone: 'danger',
    command: 'delete',
    keywords: msg('remove trash'),
    reasonOf: deleteReason,
  },
} satisfies Readonly<Record<string, ActionRow>>;

export type RunActionId = keyof typeof ROWS;

export const RUN_ACTIONS: Readonly<Record<RunActionId, ActionRow>> = ROWS;

export const RUN_ACTION_IDS = ownKeys(RUN_ACTIONS);

/** Actions that continue or repeat a call; the notice about a run without a result has a button for each. */
export const STEPS: readonly RunActionId[] = ['stop', 'collect', 'try_again', 'send', 'run_anew'];

/** Decides how an action is offered for some runs. */
export function runOffer(id: RunActionId, runs: readonly RunRecord[], facts: RunFacts): Offer {
  const { label, labelOf, count, isShown, reasonOf } = RUN_ACTIONS[id];
  return {
    label: labelOf?.(runs) ?? t(label),
    isShown: runs.length > 0 && !(runs.length > 1 && count === 'one') && (isShown?.(runs, facts) ?? true),
    reason: reasonOf?.(runs, facts) ?? null,
  };
}

export function requestIdOf({ state }: RunRecord): string | null {
  if (state.name === 'done') return state.answer.requestId;
  return state.name === 'failed' ? state.failure.requestId : null;
}

/** The domain decides which of these a run allows. */
function step(action: RunAction) {
  return {
    count: 'one',
    isShown: ([run], { now }) => run !== undefined && runActions(run, now).includes(action),
  } satisfies Pick<ActionRow, 'count' | 'isShown'>;
}

/** A single run is compared with the one before it. */
function compareReason(runs: readonly RunRecord[], { previousOf }: RunFacts): string | null {
  const [run, second] = runs;
  if (!run || second) return comparisonReason(runs.length, 'run');
  const previous = previousOf(run);
  return previousReason(previous !== null, run.state.name === 'done', previous?.state.name === 'done');
}

/** The record of a run that may still cost money must stay. */
function deleteReason(runs: readonly RunRecord[]): string | null {
  const isOne = runs.length === 1;
  if (runs.some(({ state }) => state.name === 'collectable')) {
    return isOne
      ? t('You can still collect the result of this run. It may have been charged.')
      : t('You can still collect the result of one of these runs. It may have been charged.');
  }
  if (runs.every(isSettledRun)) return null;
  return isOne ? t('This run is in progress.') : t('One of these runs is in progress.');
}
