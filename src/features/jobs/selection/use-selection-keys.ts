import { useEffect } from 'react';
import { useShortcuts } from '@/shared/shortcuts/use-shortcuts';
import { focusedRow } from '@/shared/use-row-keys';
import { NOTHING_CHOSEN } from './selection';
import { allOf, chooseRow, extendedTo } from './selection-model';
import { setSelection, useSelection } from './selection-store';

/** Selects rows by keys: the focused one, a range, what the focus moves over, or all of them; and clears the selection. */
export function useSelectionKeys(orderOf: () => readonly string[]): void {
  const chooseFocused = (isRange: boolean) => {
    const focused = focusedRow();
    if (focused === null) return false;
    chooseRow(focused, isRange, orderOf());
    return true;
  };
  /** The row keys move the focus on the same press; here the range follows it. */
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
  useShortcuts(
    {
      'select-all': () => setSelection(allOf(orderOf())),
      'clear-selection': () => {
        if (useSelection.getState().selection.ids.size === 0) return false;
        setSelection(NOTHING_CHOSEN);
        return true;
      },
      select: () => chooseFocused(false),
      'select-range': () => chooseFocused(true),
      'extend-next': () => extend(1),
      'extend-previous': () => extend(-1),
    },
    // Before the row keys move the focus.
    { isFirst: true },
  );
  // Another list, or none: nothing that was chosen here is in sight.
  useEffect(() => () => setSelection(NOTHING_CHOSEN), []);
}
