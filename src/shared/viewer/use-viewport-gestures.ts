import { useEffect, useEffectEvent, useRef, type MouseEvent, type PointerEvent } from 'react';
import type { Zoom } from './use-zoom';
import type { Point } from './view-model';

const WHEEL_RATE = 0.002;
/** A pinch on a touchpad arrives as small wheel steps with Ctrl. */
const PINCH_RATE = 0.01;
const MAX_WHEEL_PX = 200;
const LINE_PX = 16;

/** Handles wheel, drag, pinch and double click in a viewport. */
export function useViewportGestures(zoom: Zoom, takesWheel: boolean) {
  const stage = useRef<HTMLDivElement>(null);
  const held = useRef(new Map<number, Point>());

  const onWheel = useEffectEvent((event: WheelEvent) => {
    if (!takesWheel && !event.ctrlKey) return;
    event.preventDefault();
    const pixels = event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE_PX : 1);
    const distance = Math.max(-MAX_WHEEL_PX, Math.min(MAX_WHEEL_PX, pixels));
    zoom.zoomBy(Math.exp(-distance * (event.ctrlKey ? PINCH_RATE : WHEEL_RATE)), pointIn(event, stage.current));
  });
  // React's wheel listeners are passive and cannot stop the page from scrolling.
  useEffect(() => {
    const element = stage.current;
    element?.addEventListener('wheel', onWheel, { passive: false });
    return () => element?.removeEventListener('wheel', onWheel);
  }, []);

  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0 || isControl(event.target)) return;
    held.current.set(event.pointerId, pointIn(event, stage.current));
    if (zoom.canPan || held.current.size > 1) event.currentTarget.setPointerCapture(event.pointerId);
  };
  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    const before = held.current.get(event.pointerId);
    if (!before) return;
    const now = pointIn(event, stage.current);
    const other = [...held.current].find(([id]) => id !== event.pointerId)?.[1];
    held.current.set(event.pointerId, now);
    if (other) {
      const middle = { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 };
      zoom.zoomBy(distanceOf(now, other) / Math.max(1, distanceOf(before, other)), middle);
      zoom.panBy((now.x - before.x) / 2, (now.y - before.y) / 2);
    } else {
      zoom.panBy(now.x - before.x, now.y - before.y);
    }
  };
  const onPointerEnd = (event: PointerEvent<HTMLDivElement>) => void held.current.delete(event.pointerId);
  const onDoubleClick = (event: MouseEvent<HTMLDivElement>) => {
    if (isControl(event.target)) return;
    if (zoom.isWhole) zoom.showActual(pointIn(event, stage.current));
    else zoom.showWhole();
  };

  return {
    ref: stage,
    onPointerDown,
    onPointerMove,
    onPointerUp: onPointerEnd,
    onPointerCancel: onPointerEnd,
    onLostPointerCapture: onPointerEnd,
    onDoubleClick,
  };
}

/** Returns true for controls in the viewport, which would lose their click to a captured pointer. */
function isControl(target: EventTarget): boolean {
  return target instanceof Element && target.closest('button, [role="slider"]') !== null;
}

function pointIn({ clientX, clientY }: { clientX: number; clientY: number }, stage: Element | null): Point {
  const box = stage?.getBoundingClientRect();
  return { x: clientX - (box?.left ?? 0), y: clientY - (box?.top ?? 0) };
}

function distanceOf(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}
