import { useMemo, useState } from 'react';
import { allOf, chosen, selectedRows, type Selection } from '@/lib/selection';
import { useCommands } from '@/shared/commands/use-commands';
import { focusedCell } from '../grid/focused-cell';

const NONE: Selection<number> = { ids: new Set(), anchor: null };

/** Cells chosen to run again, with their keys. `order` is that of the screen. */
export function useCellSelection(order: readonly number[]) {
  const [selection, setSelection] = useState(NONE);
  const { select, clear } = useMemo(
    () => ({
      select: (cell: number, isRange: boolean) => setSelection((before) => chosen(before, cell, isRange, order)),
      clear: () => setSelection(NONE),
    }),
    [order],
  );
  const selectFocused = (isRange: boolean) => () => {
    const cell = focusedCell();
    if (cell === null) return false;
    select(cell, isRange);
    return true;
  };
  useCommands({
    select: selectFocused(false),
    'select-range': selectFocused(true),
    'select-all': () => setSelection(allOf(order)),
    'clear-selection': () => {
      if (selection.ids.size === 0) return false;
      clear();
      return true;
    },
  });
  // Cells that are out of sight are not run.
  const selected = useMemo(() => selectedRows(order, (cell) => cell, selection), [selection, order]);
  return { selected, select, clearSelection: clear };
}
