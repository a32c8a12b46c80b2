import type { Slices } from '@contract/slices';
import type { Clock } from '../clock';
import { yieldToEventLoop } from '../storage/yield-to-event-loop';

/** Below this, all parts of the work on a workflow take less than a frame together. */
const LARGE_TEXT = 64 * 1024;

export type Pause = () => Promise<void>;

/** What work on this text does between its parts: one that is large lets waiting requests be answered first. */
export function pauseFor(text: string): Pause {
  return text.length > LARGE_TEXT ? nextTurn : () => Promise.resolve();
}

/** Lets waiting requests be answered once so many milliseconds have passed since they last were. */
export function pauseEvery(ms: number, clock: Pick<Clock, 'uptime'>): Pause {
  let last = clock.uptime();
  return async () => {
    if (clock.uptime() - last < ms) return;
    await yieldToEventLoop();
    last = clock.uptime();
  };
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
