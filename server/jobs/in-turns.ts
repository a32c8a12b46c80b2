import type { Slices } from '@contract/slices';

/** Below this, all parts of the work on a workflow take less than a frame together. */
const LARGE_TEXT = 64 * 1024;

export type Pause = () => Promise<void>;

/** What work on this text does between its parts: one that is large lets waiting requests be answered first. */
export function pauseFor(text: string): Pause {
  return text.length > LARGE_TEXT ? nextTurn : () => Promise.resolve();
}

/** Does the work part by part. */
export async function inTurns<Result>(work: Slices<Result>, pause: Pause): Promise<Result> {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
    await pause();
  }
}

export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 0);
  });
}
