/** Time as a port: tests run days of retention in microseconds. All instants are milliseconds since the epoch. */
export interface Clock {
  now(): number;
  /** Runs `work` once after `ms`; the returned function takes it back. Never keeps the process alive by itself. */
  after(ms: number, work: () => void): () => void;
}

/** Date-time as the APIs write it. */
export function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}

export const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, work) {
    const timer: unknown = setTimeout(work, ms);
    if (typeof timer === 'object' && timer !== null && 'unref' in timer) (timer as { unref(): void }).unref();
    return () => clearTimeout(timer as number);
  },
};
