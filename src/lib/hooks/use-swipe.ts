import { useRef, type TouchEvent } from 'react';

export type SwipeDirection = 'left' | 'right';

/** A shorter movement is a tap that slipped. */
const MIN_PX = 60;
/** A slower one is a selection or a look around. */
const MAX_MS = 700;
/** What takes a horizontal movement itself. `data-pans`: content that is larger than its frame. */
const OWN_DRAGS = 'input, textarea, select, [role="slider"], [contenteditable="true"], [data-pans]';

/** Returns the touch handlers of an element that reacts to a horizontal swipe of one finger, unless something in it takes the drag. */
export function useSwipe(onSwipe: (direction: SwipeDirection) => void) {
  const start = useRef<{ x: number; y: number; at: number } | null>(null);
  return {
    onTouchStart({ touches, target, currentTarget, timeStamp }: TouchEvent<HTMLElement>) {
      const touch = touches[0];
      const isFree = target instanceof Element && !takesDrag(target, currentTarget);
      start.current =
        touch && touches.length === 1 && isFree ? { x: touch.clientX, y: touch.clientY, at: timeStamp } : null;
    },
    onTouchEnd({ changedTouches, timeStamp }: TouchEvent<HTMLElement>) {
      const touch = changedTouches[0];
      const from = start.current;
      start.current = null;
      if (!from || !touch || timeStamp - from.at > MAX_MS) return;
      const x = touch.clientX - from.x;
      if (Math.abs(x) < MIN_PX || Math.abs(x) < 2 * Math.abs(touch.clientY - from.y)) return;
      onSwipe(x < 0 ? 'left' : 'right');
    },
    onTouchCancel() {
      start.current = null;
    },
  };
}

function takesDrag(target: Element, within: Element): boolean {
  if (target.closest(OWN_DRAGS)) return true;
  for (let each: Element | null = target; each && each !== within; each = each.parentElement) {
    const isScroller = each.scrollWidth > each.clientWidth && /auto|scroll/.test(getComputedStyle(each).overflowX);
    if (isScroller) return true;
  }
  return false;
}
