import { useMemo, useState } from 'react';
import { useCommands } from '@/shared/commands/use-commands';
import { focusedCell } from '../grid/focused-cell';

interface Selection {
  cells: readonly number[];
  /** Where a range begins. */
  anchor: number | null;
}

const NONE: Selection = { cells: [], anchor: null };

/** Cells chosen to run again, with their keys. `order` is that of the screen. */
export function useCellSelection(order: readonly number[]) {
  const [{ cells }, setSelection] = useState(NONE);
  const { select, clear } = useMemo(
    () => ({
      select: (cell: number, isRange: boolean) =>
        setSelection((before) => (isRange ? extendedTo(before, cell, order) : toggled(before, cell))),
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
    'select-all': () => setSelection({ cells: order, anchor: null }),
    'clear-selection': () => {
      if (cells.length === 0) return false;
      clear();
      return true;
    },
  });
  // Cells that are out of sight are not run.
  const selected = useMemo(() => {
    const shown = new Set(order);
    return cells.filter((cell) => shown.has(cell));
  }, [cells, order]);
  return { selected, select, clearSelection: clear };
}

function toggled({ cells }: Selection, cell: number): Selection {
  const others = cells.filter((other) => other !== cell);
  return { cells: others.length < cells.length ? others : [...cells, cell], anchor: cell };
}

function extendedTo({ cells, anchor }: Selection, cell: number, order: readonly number[]): Selection {
  const [from, to] = [anchor === null ? -1 : order.indexOf(anchor), order.indexOf(cell)];
  if (from < 0 || to < 0) return { cells: [...new Set([...cells, cell])], anchor: cell };
  const range = order.slice(Math.min(from, to), Math.max(from, to) + 1);
  return { cells: [...new Set([...cells, ...range])], anchor };
}
