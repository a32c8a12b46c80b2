import { useEffect, useState } from 'react';

/** Costly parts that may render in one frame: more would make the scrolling of a grid stutter. */
const TURNS_PER_FRAME = 4;

/** Parts that wait, in the order of mounting. */
const waiting = new Set<() => void>();
let frame: number | null = null;

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

function giveTurns(): void {
  for (const take of [...waiting].slice(0, TURNS_PER_FRAME)) {
    waiting.delete(take);
    take();
  }
  frame = waiting.size > 0 ? requestAnimationFrame(giveTurns) : null;
}
