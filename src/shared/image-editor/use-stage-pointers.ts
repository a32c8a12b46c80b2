import { useRef, type PointerEvent } from 'react';
import type { Point } from './pixels/brush';

interface StagePointers {
  /** Without it, one pointer moves the view. */
  isPainting: boolean;
  onPaint: (from: Point, to: Point, pressure: number) => void;
  onPaintEnd: () => void;
  /** A second finger turned the stroke into a pinch. */
  onPaintCancel: () => void;
  onPan: (by: Point) => void;
  onZoom: (factor: number, at: Point) => void;
  onHover: (at: Point | null) => void;
}

const MIDDLE_BUTTON = 1;

/** Strokes of one pointer; panning and zooming with two fingers or the middle button. Points are relative to the stage. */
export function useStagePointers(stage: StagePointers) {
  const pointers = useRef(new Map<number, Point>());
  const gesture = useRef<'paint' | 'pan' | null>(null);

  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0 && event.button !== MIDDLE_BUTTON) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const at = pointOf(event, event.currentTarget);
    pointers.current.set(event.pointerId, at);
    if (pointers.current.size > 1) {
      if (gesture.current === 'paint') stage.onPaintCancel();
      gesture.current = 'pan';
    } else if (stage.isPainting && event.button === 0) {
      gesture.current = 'paint';
      stage.onPaint(at, at, pressureOf(event));
    } else gesture.current = 'pan';
  };

  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const at = pointOf(event, event.currentTarget);
    if (event.pointerType !== 'touch') stage.onHover(at);
    const before = pointers.current.get(event.pointerId);
    if (!before) return;
    if (gesture.current === 'paint') {
      let from = before;
      const moves = event.nativeEvent.getCoalescedEvents();
      for (const move of moves.length > 0 ? moves : [event.nativeEvent]) {
        const to = pointOf(move, event.currentTarget);
        stage.onPaint(from, to, pressureOf(move));
        from = to;
      }
      pointers.current.set(event.pointerId, from);
      return;
    }
    const [other] = [...pointers.current].flatMap(([id, point]) => (id === event.pointerId ? [] : [point]));
    if (!other) stage.onPan({ x: at.x - before.x, y: at.y - before.y });
    else {
      // Half of the way: the middle between two fingers moves so far.
      stage.onPan({ x: (at.x - before.x) / 2, y: (at.y - before.y) / 2 });
      const factor = distance(at, other) / Math.max(1, distance(before, other));
      stage.onZoom(factor, { x: (at.x + other.x) / 2, y: (at.y + other.y) / 2 });
    }
    pointers.current.set(event.pointerId, at);
  };

  const onPointerEnd = (event: PointerEvent<HTMLElement>) => {
    if (!pointers.current.delete(event.pointerId)) return;
    if (gesture.current === 'paint') stage.onPaintEnd();
    if (pointers.current.size === 0 || gesture.current === 'paint') gesture.current = null;
  };

  return {
    onPointerDown,
    onPointerMove,
    onPointerUp: onPointerEnd,
    onPointerCancel: onPointerEnd,
    onPointerLeave: () => stage.onHover(null),
  };
}

function pointOf({ clientX, clientY }: { clientX: number; clientY: number }, element: HTMLElement): Point {
  const { left, top } = element.getBoundingClientRect();
  return { x: clientX - left, y: clientY - top };
}

function pressureOf({ pointerType, pressure }: { pointerType: string; pressure: number }): number {
  return pointerType === 'pen' && pressure > 0 ? pressure : 1;
}

function distance(left: Point, right: Point): number {
  return Math.hypot(left.x - right.x, left.y - right.y);
}
