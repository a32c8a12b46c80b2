import { useEffect, useEffectEvent } from 'react';
import { hasModKey } from '@/lib/platform';
import { mayActOnKey } from '@/lib/single-keys';
import { focusedRow, targetIndex } from '@/shared/use-row-keys';
import { NOTHING_CHOSEN } from './selection';
import { allOf, chooseRow, extendedTo } from './selection-model';
import { setSelection, useSelection } from './selection-store';

/** X takes the focused row, Shift with a move takes what it moves over, Ctrl/⌘ A takes all, Escape gives all back. */
export function useSelectionKeys(orderOf: () => readonly string[]): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const order = orderOf();
    if (hasModKey(event) && event.key.toLowerCase() === 'a' && isOnRows(event)) {
      event.preventDefault();
      setSelection(allOf(order));
      return;
    }
    if (!mayActOnKey(event)) return;
    const { selection } = useSelection.getState();
    if (event.key === 'Escape' && selection.ids.size > 0) {
      event.preventDefault();
      setSelection(NOTHING_CHOSEN);
      return;
    }
    const focused = focusedRow();
    if (focused === null) return;
    if (event.key.toLowerCase() === 'x') {
      event.preventDefault();
      chooseRow(focused, event.shiftKey, order);
    } else if (event.shiftKey) {
      // The row keys move the focus; here the range follows it.
      const to = targetIndex(event.key, order.indexOf(focused), order.length);
      const id = to === null ? undefined : order[to];
      if (id === undefined) return;
      const start = selection.anchor === null ? { ids: new Set([focused]), anchor: focused } : selection;
      setSelection(extendedTo(start, id, order));
    }
  });
  // Another list, or none: nothing that was chosen here is in sight.
  useEffect(() => () => setSelection(NOTHING_CHOSEN), []);
  // A subscription to the keyboard, before the row keys move the focus.
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKeyDown(event);
    document.addEventListener('keydown', listen, { capture: true });
    return () => document.removeEventListener('keydown', listen, { capture: true });
  }, []);
}

/** All text stays all text where somebody reads or types. */
function isOnRows(event: KeyboardEvent): boolean {
  const isTyping = event.target instanceof Element && event.target.closest('input:not([type=checkbox]), textarea');
  return !isTyping && (focusedRow() !== null || useSelection.getState().selection.ids.size > 0);
}
