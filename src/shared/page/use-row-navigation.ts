import type { KeyboardEvent } from 'react';
import { mayActOnKey } from '@/lib/keyboard/character-shortcuts';
import { isArrow, rowBeside } from '@/lib/keyboard/row-beside';
import { useCommands } from '@/shared/commands/use-commands';

interface RowKeysOptions {
  /** Id of the row at a position, from 0. */
  idAt: (index: number) => string | undefined;
  count: number;
  /** Number of rows beside each other, which the arrow keys move between; absent: 1. */
  columns?: number;
  scrollToRow: (index: number) => void;
}

/** Maximum number of frames to wait until a row is scrolled into view and rendered. */
const MAX_FRAMES = 10;

/**
 * `next` and `previous` anywhere on the page, arrow keys within the list: the focus moves from row to row. Returns the
 * handler of the arrow keys to the left and right, for rows beside each other.
 */
export function useRowKeys({ idAt, count, columns = 1, scrollToRow }: RowKeysOptions) {
  const goTo = (index: number) => {
    if (count === 0) return false;
    const to = Math.min(count - 1, Math.max(0, index));
    scrollToRow(to);
    const id = idAt(to);
    if (id !== undefined) focusRow(id, MAX_FRAMES);
    return true;
  };
  const focusedIndex = () => indexOfRow(focusedRow(), idAt, count);
  const go = (step: 1 | -1) => (key: string) => goTo(rowBeside(focusedIndex(), step, key, count, columns));
  /** Outside the list these keys scroll the page. */
  const inList = (act: (key: string) => boolean) => (key: string) => focusedIndex() >= 0 && act(key);
  const goFurther = (act: (key: string) => boolean) => (key: string) => (isArrow(key) ? inList(act)(key) : act(key));
  useCommands({
    next: goFurther(go(1)),
    previous: goFurther(go(-1)),
    'row-next': inList(go(1)),
    'row-previous': inList(go(-1)),
    'extend-next': goFurther(go(1)),
    'extend-previous': goFurther(go(-1)),
    'row-first': inList(() => goTo(0)),
    'row-last': inList(() => goTo(count - 1)),
  });
  return (event: KeyboardEvent) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (step === 0 || focusedIndex() < 0 || !mayActOnKey(event.nativeEvent)) return;
    event.preventDefault();
    goTo(focusedIndex() + step);
  };
}

/** Returns the id of the row whose link or checkbox has the focus. */
export function focusedRow(): string | null {
  const row = document.activeElement?.closest('[data-row]')?.querySelector<HTMLElement>('[data-row-id]');
  return row?.dataset['rowId'] ?? null;
}

function indexOfRow(id: string | null, idAt: RowKeysOptions['idAt'], count: number): number {
  if (id !== null) for (let index = 0; index < count; index += 1) if (idAt(index) === id) return index;
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
