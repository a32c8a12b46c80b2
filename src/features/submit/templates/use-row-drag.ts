import { useEffect, useRef, useState, type PointerEvent, type RefObject } from 'react';
import { scrollStep } from './scroll-step';

/** Where the dragged row is inserted, seen from a row. */
export type RowEdge = 'above' | 'below' | 'dragged' | null;

export interface DragHandle {
  onPointerDown: (event: PointerEvent<HTMLElement>) => void;
  onPointerMove: (event: PointerEvent<HTMLElement>) => void;
  onPointerUp: (event: PointerEvent<HTMLElement>) => void;
  onPointerCancel: () => void;
}

/** What moves together, and where to. */
export interface DragBlock {
  /** Number of rows. */
  span: number;
  /** Indexes of the rows above which it can be inserted; the number of all rows is the end. */
  gaps: readonly number[];
}

interface Drag extends DragBlock {
  from: number;
  gap: number;
}

interface RowDragOptions {
  list: RefObject<HTMLElement | null>;
  blockOf: (from: number) => DragBlock;
  onMove: (from: number, gap: number) => void;
}

/**
 * Drags the children of a list by pointer, and scrolls near the edges. Nothing moves before the pointer is released; Escape ends the
 * drag without a change.
 */
export function useRowDrag({ list, blockOf, onMove }: RowDragOptions) {
  const [drag, setDrag] = useState<Drag | null>(null);
  const pointerY = useRef(0);
  const gaps = drag?.gaps;
  const follow = (from: readonly number[]) => {
    const gap = nearestGap(list.current, from, pointerY.current);
    setDrag((current) => (current && current.gap !== gap ? { ...current, gap } : current));
  };

  // Subscribes to the keyboard: the handle has no focus while it is dragged.
  useEffect(() => {
    if (!gaps) return undefined;
    const cancel = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      event.stopImmediatePropagation();
      setDrag(null);
    };
    window.addEventListener('keydown', cancel, { capture: true });
    return () => window.removeEventListener('keydown', cancel, { capture: true });
  }, [gaps]);

  // Scrolls in steps of the screen while the pointer rests near an edge.
  useEffect(() => {
    const area = list.current?.closest('[data-scroll-area]');
    if (!gaps || !area) return undefined;
    let frame = requestAnimationFrame(function scroll() {
      const { top, bottom } = area.getBoundingClientRect();
      const before = area.scrollTop;
      area.scrollTop += scrollStep(pointerY.current, top, bottom);
      if (area.scrollTop !== before) {
        const gap = nearestGap(list.current, gaps, pointerY.current);
        setDrag((current) => (current && current.gap !== gap ? { ...current, gap } : current));
      }
      frame = requestAnimationFrame(scroll);
    });
    return () => cancelAnimationFrame(frame);
  }, [gaps, list]);

  const handleOf = (from: number): DragHandle => ({
    onPointerDown: (event) => {
      if (event.button !== 0) return;
      // Otherwise the drag selects text.
      event.preventDefault();
      event.currentTarget.setPointerCapture(event.pointerId);
      pointerY.current = event.clientY;
      setDrag({ from, gap: from, ...blockOf(from) });
    },
    onPointerMove: ({ clientY }) => {
      pointerY.current = clientY;
      if (gaps) follow(gaps);
    },
    onPointerUp: ({ clientY }) => {
      if (!drag) return;
      const gap = nearestGap(list.current, drag.gaps, clientY);
      setDrag(null);
      if (gap < drag.from || gap > drag.from + drag.span) onMove(drag.from, gap);
    },
    onPointerCancel: () => setDrag(null),
  });
  const edgeOf = (index: number, count: number): RowEdge => {
    if (!drag) return null;
    if (index >= drag.from && index < drag.from + drag.span) return 'dragged';
    if (drag.gap === index) return 'above';
    return drag.gap === count && index === count - 1 ? 'below' : null;
  };
  return { handleOf, edgeOf };
}

/** Returns the gap whose line is closest to the pointer. */
function nearestGap(list: HTMLElement | null, gaps: readonly number[], y: number): number {
  const rows = [...(list?.children ?? [])];
  const lineOf = (gap: number) =>
    rows[gap]?.getBoundingClientRect().top ?? rows.at(-1)?.getBoundingClientRect().bottom ?? 0;
  const distanceOf = (gap: number) => Math.abs(lineOf(gap) - y);
  return gaps.reduce((best, gap) => (distanceOf(gap) < distanceOf(best) ? gap : best), gaps[0] ?? 0);
}

/** Class names of a row at the place where the dragged one goes. */
export const EDGE_CLASS: Readonly<Record<NonNullable<RowEdge>, string>> = {
  above: 'shadow-[0_-2px_var(--color-accent)]',
  below: 'shadow-[0_2px_var(--color-accent)]',
  dragged: 'opacity-60',
};
