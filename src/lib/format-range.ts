/** Range of durations in milliseconds. */
export interface Span {
  lowMs: number;
  highMs: number;
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** The step from one to two minutes is large, so shorter ranges are in seconds. */
const IN_SECONDS = 100 * SECOND;

/** `15 to 25 s`, `40 s to 2 min`, `up to 9 s`, `about 8 s`; `null` if the time is negligible. */
export function formatRange({ lowMs, highMs }: Span): string | null {
  if (highMs < 2 * SECOND) return null;
  const maxSeconds = highMs < IN_SECONDS ? IN_SECONDS : MINUTE;
  // Rounds outward, so that the text is never narrower than the range.
  const low = timeText(lowMs, Math.floor, maxSeconds);
  const high = timeText(highMs, Math.ceil, maxSeconds);
  if (lowMs < SECOND) return `up to ${high}`;
  if (low === high) return `about ${high}`;
  // `15 s to 25 s` only needs its unit once; `1 h 10 min` has two.
  const [number, unit] = low.split(' ');
  const isOneUnit = low === `${number} ${unit}` && high.endsWith(` ${unit}`) && !high.includes(' h ');
  return `${isOneUnit ? number : low} to ${high}`;
}

/** Rounds to steps that match the precision of an estimate of this size. */
function timeText(ms: number, round: (value: number) => number, maxSeconds: number): string {
  if (ms < maxSeconds) {
    const step = ms <= 20 * SECOND ? 1 : 5;
    return `${round(ms / SECOND / step) * step} s`;
  }
  const step = ms <= HOUR ? 1 : ms <= 10 * HOUR ? 10 : 60;
  const minutes = round(ms / MINUTE / step) * step;
  if (minutes < 60) return `${minutes} min`;
  return minutes % 60 === 0 ? `${minutes / 60} h` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
