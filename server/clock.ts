/** Time as a port: tests run days of retention in microseconds. All instants are milliseconds since the epoch. */
export interface Clock {
  now(): number;
  /** Milliseconds since some moment, which go on evenly when the clock is set. */
  uptime(): number;
  /** Runs `work` once after `ms`; the returned function takes it back. Never keeps the process alive by itself. */
  after(ms: number, work: () => void): () => void;
}

let last = { ms: 0, text: new Date(0).toISOString() };

/** Date-time as the APIs write it. Thousands of addresses of one answer are valid until the same instant. */
export function isoTime(ms: number): string {
  if (ms !== last.ms) last = { ms, text: new Date(ms).toISOString() };
  return last.text;
}

/**
 * No real time is earlier. Boards without a battery start in 1970: what is taken then would have expired decades ago once the
 * clock is set.
 */
export const EARLIEST_MS = Date.UTC(2026, 10, 1);

export const systemClock: Clock = {
  now: () => {
    const now = Date.now();
    return now < EARLIEST_MS ? EARLIEST_MS + Math.round(performance.now()) : now;
  },
  uptime: () => performance.now(),
  after(ms, work) {
    const timer: unknown = setTimeout(work, ms);
    if (typeof timer === 'object' && timer !== null && 'unref' in timer) (timer as { unref(): void }).unref();
    return () => clearTimeout(timer as number);
  },
};
