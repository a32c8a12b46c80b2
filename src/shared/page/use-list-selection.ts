import { useMemo, useState } from 'react';
import { allOf, chosen, selectedRows, type Selection } from '@/lib/selection';
import { useCommands } from '@/shared/commands/use-commands';

interface ListSelection<Id> {
  /** In the order of the list. Rows that it no longer shows are not among them. */
  selected: readonly Id[];
  /** Toggles a row; with `isRange`, selects everything up to it. */
  select: (id: Id, isRange: boolean) => void;
  selectAll: () => void;
  clear: () => void;
}

/**
 * Rows of a list that are selected by click and by key, as those of the job list are.
 * @param order ids of the rows on screen
 * @param focusedRow returns the id of the row that has the focus
 */
export function useListSelection<Id>(order: readonly Id[], focusedRow: () => Id | null): ListSelection<Id> {
  const [selection, setSelection] = useState<Selection<Id>>(none);
  const changes = useMemo(
    () => ({
      select: (id: Id, isRange: boolean) => setSelection((before) => chosen(before, id, isRange, order)),
      selectAll: () => setSelection(allOf(order)),
      clear: () => setSelection(none()),
    }),
    [order],
  );
  const selected = useMemo(() => selectedRows(order, (id) => id, selection), [selection, order]);
  const selectFocused = (isRange: boolean) => () => {
    const id = focusedRow();
    if (id === null) return false;
    changes.select(id, isRange);
    return true;
  };
  useCommands({
    select: selectFocused(false),
    'select-range': selectFocused(true),
    'select-all': () => {
      if (order.length === 0) return false;
      changes.selectAll();
      return true;
    },
    'clear-selection': () => {
      if (selected.length === 0) return false;
      changes.clear();
      return true;
    },
  });
  return { selected, ...changes };
}

function none<Id>(): Selection<Id> {
  return { ids: new Set(), anchor: null };
}
