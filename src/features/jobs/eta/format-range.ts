import type { Span } from './typical-duration';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** From one minute to two is a long way: a span that ends in between is told in seconds. */
const IN_SECONDS = 100 * SECOND;

/** `15 to 25 s`, `40 s to 2 min`, `up to 9 s`, `about 8 s`; null: a moment. */
export function formatRange({ lowMs, highMs }: Span): string | null {
  if (highMs < 2 * SECOND) return null;
  const maxSeconds = highMs < IN_SECONDS ? IN_SECONDS : MINUTE;
  // Outward, so that the words are never narrower than the span.
  const low = timeWords(lowMs, Math.floor, maxSeconds);
  const high = timeWords(highMs, Math.ceil, maxSeconds);
  if (lowMs < SECOND) return `up to ${high}`;
  if (low === high) return `about ${high}`;
  // `15 s to 25 s` says its unit once; `1 h 10 min` has two.
  const [number, unit] = low.split(' ');
  const isOneUnit = low === `${number} ${unit}` && high.endsWith(` ${unit}`) && !high.includes(' h ');
  return `${isOneUnit ? number : low} to ${high}`;
}

/** To a whole number of steps that are as coarse as a guess of that length. */
function timeWords(ms: number, round: (value: number) => number, maxSeconds: number): string {
  if (ms < maxSeconds) {
    const step = ms <= 20 * SECOND ? 1 : 5;
    return `${round(ms / SECOND / step) * step} s`;
  }
  const step = ms <= HOUR ? 1 : ms <= 10 * HOUR ? 10 : 60;
  const minutes = round(ms / MINUTE / step) * step;
  if (minutes < 60) return `${minutes} min`;
  return minutes % 60 === 0 ? `${minutes / 60} h` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
