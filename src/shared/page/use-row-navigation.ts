import { useCommands } from '@/shared/commands/use-commands';

interface RowKeysOptions {
  /** Id of the row at a position, from 0. */
  idAt: (index: number) => string | undefined;
  count: number;
  scrollToRow: (index: number) => void;
}

/** Maximum number of frames to wait until a row is scrolled into view and rendered. */
const MAX_FRAMES = 10;

/** `next` and `previous` anywhere on the page, arrow keys within the list: the focus moves from row to row. */
export function useRowKeys({ idAt, count, scrollToRow }: RowKeysOptions): void {
  const goTo = (index: number) => {
    if (count === 0) return false;
    const to = Math.min(count - 1, Math.max(0, index));
    scrollToRow(to);
    const id = idAt(to);
    if (id !== undefined) focusRow(id, MAX_FRAMES);
    return true;
  };
  const focusedIndex = () => indexOfRow(focusedRow(), idAt, count);
  const goNext = () => goTo(focusedIndex() + 1);
  const goPrevious = () => goTo(focusedIndex() - 1);
  /** Outside the list these keys scroll the page. */
  const inList = (go: () => boolean) => () => focusedIndex() >= 0 && go();
  const goFurther = (go: () => boolean) => (key: string) => (isArrow(key) ? inList(go)() : go());
  useCommands({
    next: goFurther(goNext),
    previous: goFurther(goPrevious),
    'row-next': inList(goNext),
    'row-previous': inList(goPrevious),
    'extend-next': goFurther(goNext),
    'extend-previous': goFurther(goPrevious),
    'row-first': inList(() => goTo(0)),
    'row-last': inList(() => goTo(count - 1)),
  });
}

/** Returns the id of the row whose link or checkbox has the focus. */
export function focusedRow(): string | null {
  const row = document.activeElement?.closest('[data-row]')?.querySelector<HTMLElement>('[data-row-id]');
  return row?.dataset['rowId'] ?? null;
}

function isArrow(key: string): boolean {
  return key.startsWith('Arrow');
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
