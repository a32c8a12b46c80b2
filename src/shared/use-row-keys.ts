import { useEffect, useEffectEvent } from 'react';
import { mayActOnKey } from '@/lib/single-keys';

interface RowKeysOptions {
  /** Id of the row at a place on the screen, from 0. */
  idAt: (index: number) => string | undefined;
  count: number;
  scrollToRow: (index: number) => void;
}

/** Frames to wait for a row that is being scrolled into existence. */
const MAX_FRAMES = 10;

/** J and K anywhere on the page, arrow keys within the list: the focus moves from row to row, and Enter follows it. */
export function useRowKeys({ idAt, count, scrollToRow }: RowKeysOptions): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (!mayActOnKey(event)) return;
    const focused = focusedRow();
    const to = targetIndex(event.key, focused === null ? -1 : placeOf(focused, idAt, count), count);
    if (to === null) return;
    event.preventDefault();
    scrollToRow(to);
    const id = idAt(to);
    if (id !== undefined) focusRow(id, MAX_FRAMES);
  });
  useEffect(() => {
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}

/** Id of the row that holds the focus, on its link or on its box. */
export function focusedRow(): string | null {
  const row = document.activeElement?.closest('[data-row]')?.querySelector<HTMLElement>('[data-row-id]');
  return row?.dataset['rowId'] ?? null;
}

/** Where a key leads from row `at`, -1 when no row has the focus; null when it leads nowhere. */
export function targetIndex(key: string, at: number, count: number): number | null {
  if (count === 0) return null;
  const isInList = at >= 0;
  switch (key) {
    case 'j':
    case 'J':
      return Math.min(count - 1, at + 1);
    case 'k':
    case 'K':
      return isInList ? Math.max(0, at - 1) : 0;
    case 'ArrowDown':
      return isInList ? Math.min(count - 1, at + 1) : null;
    case 'ArrowUp':
      return isInList ? Math.max(0, at - 1) : null;
    case 'Home':
      return isInList ? 0 : null;
    case 'End':
      return isInList ? count - 1 : null;
    default:
      return null;
  }
}

function placeOf(id: string, idAt: RowKeysOptions['idAt'], count: number): number {
  for (let index = 0; index < count; index += 1) if (idAt(index) === id) return index;
  return -1;
}

function focusRow(id: string, framesLeft: number): void {
  const row = document.querySelector<HTMLElement>(`[data-row-id="${CSS.escape(id)}"]`);
  if (row) {
    row.focus();
    row.scrollIntoView({ block: 'nearest' });
  } else if (framesLeft > 0) {
    requestAnimationFrame(() => focusRow(id, framesLeft - 1));
  }
}
