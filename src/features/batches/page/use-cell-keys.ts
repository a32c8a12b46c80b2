import { useQueryClient } from '@tanstack/react-query';
import type { Rating } from '@/domains/annotations/job-annotation';
import type { BatchCell } from '@/domains/batches/batch-cell';
import { t } from '@/lib/i18n/messages';
import { rateJobs } from '@/shared/annotations/rate-jobs';
import { useRatingKeys } from '@/shared/annotations/use-rating-keys';
import { useCommands } from '@/shared/commands/use-commands';
import { announce } from '@/shared/feedback/announce';
import { focusedCell } from '../grid/focused-cell';
import { resizeCells, SIDE_STEP } from '../grid/grid-view';
import { cellOffer, comparisonReason, type CellActionId, type CellActions } from '../grid/cell-actions';
import { isServerRemoved } from '../use-server-removed';
import { NOT_READ, readJobOf } from './use-cell-actions';

interface CellKeysOptions {
  records: ReadonlyMap<number, BatchCell>;
  /** Whether another browser runs the batch. */
  isElsewhere: boolean;
  actions: CellActions;
  selected: readonly number[];
  openRerun: (cells: readonly number[]) => void;
  compared: readonly number[];
  openComparison: () => void;
}

/** Commands for the focused cell. Enter is handled by the cell itself. */
export function useCellKeys({
  records,
  isElsewhere,
  actions,
  selected,
  openRerun,
  compared,
  openComparison,
}: CellKeysOptions): void {
  const client = useQueryClient();
  const runOrExplain = (id: CellActionId, cell: number) => {
    const record = records.get(cell) ?? null;
    const { reason } = cellOffer(id, {
      record,
      isServerRemoved: isServerRemoved(record),
      isElsewhere,
      selectedCount: selected.includes(cell) ? selected.length : 0,
      isCompared: compared.includes(cell),
    });
    if (reason === null) actions.run(id, cell);
    else announce(reason);
    return true;
  };
  const onFocused = (id: CellActionId) => () => {
    const cell = focusedCell();
    return cell !== null && runOrExplain(id, cell);
  };
  const rate = async (cell: number, rating: Rating | 0) => {
    const found = await readJobOf(client, records.get(cell));
    if (found) rateJobs([{ surface: found.surface, jobs: [found.job] }], rating);
    else announce(t(NOT_READ));
  };
  useRatingKeys((rating) => {
    const cell = focusedCell();
    if (cell !== null) void rate(cell, rating);
  });
  useCommands({
    star: onFocused('star'),
    'compare-add': onFocused('compare'),
    'run-again': () => {
      const cell = focusedCell() ?? selected[0] ?? null;
      if (cell === null) return false;
      if (selected.length < 2 || selected.includes(cell)) return runOrExplain('run-again', cell);
      openRerun(selected);
      return true;
    },
    edit: onFocused('edit'),
    compare: { run: openComparison, disabledReason: comparisonReason(compared.length) },
    'zoom-in': () => resizeCells(SIDE_STEP),
    'zoom-out': () => resizeCells(-SIDE_STEP),
  });
}
