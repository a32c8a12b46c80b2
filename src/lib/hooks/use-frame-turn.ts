import { useEffect, useState } from 'react';

/** Costly parts that may render in one frame: more would make the scrolling of a grid stutter. */
const TURNS_PER_FRAME = 4;
/** After a frame that took longer, only one may: the page or the machine has other work. */
const LATE_FRAME_MS = 25;

/** Parts that wait, in the order of mounting. */
const waiting = new Set<() => void>();
let frame: number | null = null;
let lastFrameAt = 0;

/**
 * Returns false until it is the turn of this component to render its costly part: a few per frame, first mounted first. One that is
 * unmounted before its turn, because it was scrolled past, never renders it.
 */
export function useFrameTurn(): boolean {
  const [isTurn, setTurn] = useState(false);
  useEffect(() => {
    const take = () => setTurn(true);
    waiting.add(take);
    frame ??= requestAnimationFrame(giveTurns);
    return () => {
      waiting.delete(take);
    };
  }, []);
  return isTurn;
}

function giveTurns(now: number): void {
  const isLate = lastFrameAt > 0 && now - lastFrameAt > LATE_FRAME_MS;
  for (const take of [...waiting].slice(0, isLate ? 1 : TURNS_PER_FRAME)) {
    waiting.delete(take);
    take();
  }
  lastFrameAt = waiting.size > 0 ? now : 0;
  frame = waiting.size > 0 ? requestAnimationFrame(giveTurns) : null;
}
