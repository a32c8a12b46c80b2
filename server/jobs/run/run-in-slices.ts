import type { Slices } from '@contract/slices';
import type { Clock } from '../../clock';
import { yieldToEventLoop } from '../../storage/yield-to-event-loop';

/** Below this size, processing a workflow takes less than a frame. */
const LARGE_TEXT = 64 * 1024;

export type Pause = () => Promise<void>;

/** Returns what to await between parts of the work on a text: for large texts, pending requests run first. */
export function yieldFor(text: string): Pause {
  return text.length > LARGE_TEXT ? nextTurn : () => Promise.resolve();
}

/** Yields to the event loop if this many milliseconds have passed since the last yield. */
export function yieldEvery(ms: number, clock: Pick<Clock, 'uptime'>): Pause {
  let last = clock.uptime();
  return async () => {
    if (clock.uptime() - last < ms) return;
    await yieldToEventLoop();
    last = clock.uptime();
  };
}

/** Runs the generator to its end, yielding between parts. */
export async function runInSlices<Result>(work: Slices<Result>, pause: Pause): Promise<Result> {
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
