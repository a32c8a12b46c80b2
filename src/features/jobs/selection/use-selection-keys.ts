import { useEffect } from 'react';
import { useCommands } from '@/shared/commands/use-commands';
import { focusedRow } from '@/shared/page/use-row-navigation';
import { allOf, chosen, extendedTo } from '@/lib/selection';
import { EMPTY_SELECTION, setSelection, useSelection } from './selection-store';

/**
 * Selects rows with shortcuts: the focused one, a range, the rows that the focus moves over, or all of them; and clears
 * the selection.
 */
export function useSelectionKeys(orderOf: () => readonly string[]): void {
  const chooseFocused = (isRange: boolean) => {
    const focused = focusedRow();
    if (focused === null) return false;
    chooseRow(focused, isRange, orderOf());
    return true;
  };
  /** The row shortcuts move the focus on the same key press; here, the range follows it. */
  const extend = (step: 1 | -1) => {
    const order = orderOf();
    const focused = focusedRow();
    const next = focused === null ? undefined : order[order.indexOf(focused) + step];
    if (focused !== null && next !== undefined) {
      const { selection } = useSelection.getState();
      const start = selection.anchor === null ? { ids: new Set([focused]), anchor: focused } : selection;
      setSelection(extendedTo(start, next, order));
    }
    return false;
  };
  useCommands(
    {
      'select-all': () => setSelection(allOf(orderOf())),
      'clear-selection': () => {
        if (useSelection.getState().selection.ids.size === 0) return false;
        setSelection(EMPTY_SELECTION);
        return true;
      },
      select: () => chooseFocused(false),
      'select-range': () => chooseFocused(true),
      'extend-next': () => extend(1),
      'extend-previous': () => extend(-1),
    },
    // Before the row shortcuts move the focus.
    { isFirst: true },
  );
  // After the list is left, the selected rows are out of sight.
  useEffect(() => () => setSelection(EMPTY_SELECTION), []);
}

/** Toggles a row; with `isRange`, selects everything up to it in `order`. */
export function chooseRow(id: string, isRange: boolean, order: readonly string[]): void {
  setSelection(chosen(useSelection.getState().selection, id, isRange, order));
}
