import { useState, type PointerEvent, type RefObject } from 'react';

/** Where the dragged row is inserted, seen from a row. */
export type RowEdge = 'above' | 'below' | 'dragged' | null;

export interface DragHandle {
  onPointerDown: (event: PointerEvent<HTMLElement>) => void;
  onPointerMove: (event: PointerEvent<HTMLElement>) => void;
  onPointerUp: (event: PointerEvent<HTMLElement>) => void;
  onPointerCancel: () => void;
}

interface Drag {
  from: number;
  /** Index of the row above which it is inserted. */
  gap: number;
}

/**
 * Drags the children of a list by pointer; the first stays first. Nothing moves before the pointer is released.
 * @param onMove gets the new index, counted without the row itself
 */
export function useRowDrag(list: RefObject<HTMLElement | null>, onMove: (from: number, to: number) => void) {
  const [drag, setDrag] = useState<Drag | null>(null);
  const gapAt = (y: number) => {
    const middles = [...(list.current?.children ?? [])].map((row) => {
      const { top, height } = row.getBoundingClientRect();
      return top + height / 2;
    });
    return Math.max(1, middles.filter((middle) => middle < y).length);
  };
  const handleOf = (from: number): DragHandle => ({
    onPointerDown: (event) => {
      if (event.button !== 0) return;
      // Otherwise the drag selects text.
      event.preventDefault();
      event.currentTarget.setPointerCapture(event.pointerId);
      setDrag({ from, gap: from });
    },
    onPointerMove: ({ clientY }) => {
      if (drag) setDrag({ from: drag.from, gap: gapAt(clientY) });
    },
    onPointerUp: ({ clientY }) => {
      if (!drag) return;
      const gap = gapAt(clientY);
      setDrag(null);
      const to = gap > from ? gap - 1 : gap;
      if (to !== from) onMove(from, to);
    },
    onPointerCancel: () => setDrag(null),
  });
  const edgeOf = (index: number, count: number): RowEdge => {
    if (!drag) return null;
    if (drag.from === index) return 'dragged';
    if (drag.gap === index) return 'above';
    return drag.gap === count && index === count - 1 ? 'below' : null;
  };
  return { handleOf, edgeOf };
}

/** Class names of a row at the place where the dragged one goes. */
export const EDGE_CLASS: Readonly<Record<NonNullable<RowEdge>, string>> = {
  above: 'shadow-[0_-2px_var(--color-accent)]',
  below: 'shadow-[0_2px_var(--color-accent)]',
  dragged: 'opacity-60',
};
