import type { Pause } from '@contract/slices';
import type { Clock } from '../../clock';
import { yieldToEventLoop } from '../../storage/yield-to-event-loop';

/** Below this size, processing a workflow takes less than a frame. */
const LARGE_TEXT = 64 * 1024;

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

export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 0);
  });
}
