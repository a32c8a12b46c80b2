import { useLayoutEffect, useRef, type RefObject } from 'react';

/**
 * Keeps the first visible row in place while rows of a slow server are inserted above it. At the top of the list, new
 * rows push the others down, as in the list of one server.
 */
export function useScrollAnchor(
  scrollRef: RefObject<HTMLElement | null>,
  rows: readonly { id: string }[],
  rowHeight: number,
): void {
  const before = useRef(rows);
  // Before the paint: otherwise, the rows would visibly jump.
  useLayoutEffect(() => {
    const known = before.current;
    before.current = rows;
    const element = scrollRef.current;
    if (!element || known === rows || element.scrollTop < rowHeight) return;
    const index = Math.floor(element.scrollTop / rowHeight);
    const id = known[index]?.id;
    if (id === undefined || rows[index]?.id === id) return;
    const now = rows.findIndex((row) => row.id === id);
    if (now >= 0) element.scrollTop += (now - index) * rowHeight;
  }, [scrollRef, rows, rowHeight]);
}
