import { useQueryClient } from '@tanstack/react-query';
import type { Rating } from '@/domains/annotations/job-annotation';
import type { BatchCell } from '@/domains/batches/batch-cell';
import { rateJobs } from '@/shared/annotations/rate-jobs';
import { useRatingKeys } from '@/shared/annotations/use-rating-keys';
import { useCommands } from '@/shared/commands/use-commands';
import { announce } from '@/shared/feedback/announce';
import { focusedCell } from '../grid/focused-cell';
import { resizeCells, SIDE_STEP } from '../grid/grid-view';
import { rerunReason } from '../cell-outcome';
import type { CellActions } from './cell-actions';
import { NOT_READ, readJobOf } from './use-cell-actions';

interface CellKeysOptions {
  records: ReadonlyMap<number, BatchCell>;
  actions: CellActions;
  selected: readonly number[];
  openRerun: (cells: readonly number[]) => void;
  compared: readonly number[];
  openComparison: () => void;
}

/** Commands for the focused cell. Enter is handled by the cell itself. */
export function useCellKeys({
  records,
  actions,
  selected,
  openRerun,
  compared,
  openComparison,
}: CellKeysOptions): void {
  const client = useQueryClient();
  const onFocused = (act: (cell: number) => void) => () => {
    const cell = focusedCell();
    if (cell === null) return false;
    act(cell);
    return true;
  };
  const rate = async (cell: number, rating: Rating | 0) => {
    const found = await readJobOf(client, records.get(cell));
    if (found) rateJobs([{ surface: found.surface, jobs: [found.job] }], rating);
    else announce(NOT_READ);
  };
  useRatingKeys((rating) => {
    const cell = focusedCell();
    if (cell !== null) void rate(cell, rating);
  });
  useCommands({
    star: onFocused(actions.star),
    'compare-add': onFocused(actions.compare),
    'run-again': () => {
      const cell = focusedCell() ?? selected[0] ?? null;
      if (cell === null) return false;
      const reason = selected.length > 1 ? null : rerunReason(records.get(cell) ?? null);
      if (selected.length > 1 && !selected.includes(cell)) openRerun(selected);
      else if (reason === null) actions.runAgain(cell);
      else announce(reason);
      return true;
    },
    edit: onFocused(actions.edit),
    compare: {
      run: openComparison,
      disabledReason: compared.length < 2 ? 'Add two to four cells to the comparison first.' : null,
    },
    'zoom-in': () => resizeCells(SIDE_STEP),
    'zoom-out': () => resizeCells(-SIDE_STEP),
  });
}
