/** Time as a port: tests run days of retention in microseconds. All timestamps are milliseconds since the epoch. */
export interface Clock {
  now(): number;
  /** Monotonic milliseconds since an arbitrary origin, unaffected by changes of the system clock. */
  uptime(): number;
  /** Runs `work` once after `ms`. Returns a function that cancels it. The timer alone never keeps the process alive. */
  after(ms: number, work: () => void): () => void;
}

let last = { ms: 0, text: new Date(0).toISOString() };

/** Formats a date-time as in the APIs. Cached, since thousands of URLs in one response expire at the same time. */
export function isoTime(ms: number): string {
  if (ms !== last.ms) last = { ms, text: new Date(ms).toISOString() };
  return last.text;
}

/**
 * Earliest plausible time. Boards without a battery start in 1970, and anything created then would have expired decades ago once
 * the clock is set.
 */
export const EARLIEST_MS = Date.UTC(2026, 10, 1);

export const systemClock: Clock = {
  now: () => {
    const now = Date.now();
    return now < EARLIEST_MS ? EARLIEST_MS + Math.round(performance.now()) : now;
  },
  uptime: () => performance.now(),
  after(ms, work) {
    const timer = setTimeout(work, ms);
    // In browsers, a timer is a number.
    if (typeof timer === 'object') timer.unref();
    return () => clearTimeout(timer);
  },
};
