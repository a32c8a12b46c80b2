import { t } from './i18n/messages';

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
  const low = roundTime(lowMs, Math.floor, maxSeconds);
  const high = roundTime(highMs, Math.ceil, maxSeconds);
  const highText = timeText(high);
  if (lowMs < SECOND) return t('up to {high}', { high: highText });
  if (timeText(low) === highText) return t('about {high}', { high: highText });
  // `15 to 25 s` only needs its unit once; `1 h 10 min` has two.
  const isOneUnit = low.unit === high.unit && low.unit !== 'hours and minutes';
  return t('{low} to {high}', { low: isOneUnit ? low.value : timeText(low), high: highText });
}

/** `value` in hours and minutes is in minutes. */
interface RoundedTime {
  value: number;
  unit: 'seconds' | 'minutes' | 'hours' | 'hours and minutes';
}

/** Returns `9 s` for a range that `formatRange` shows as `up to 9 s`; `null` for others. */
export function formatLimit({ lowMs, highMs }: Span): string | null {
  if (highMs < 2 * SECOND || lowMs >= SECOND) return null;
  return timeText(roundTime(highMs, Math.ceil, highMs < IN_SECONDS ? IN_SECONDS : MINUTE));
}

/** Rounds to steps that match the precision of an estimate of this size. */
function roundTime(ms: number, round: (value: number) => number, maxSeconds: number): RoundedTime {
  if (ms < maxSeconds) {
    const step = ms <= 20 * SECOND ? 1 : 5;
    return { value: round(ms / SECOND / step) * step, unit: 'seconds' };
  }
  const step = ms <= HOUR ? 1 : ms <= 10 * HOUR ? 10 : 60;
  const minutes = round(ms / MINUTE / step) * step;
  if (minutes < 60) return { value: minutes, unit: 'minutes' };
  return minutes % 60 === 0 ? { value: minutes / 60, unit: 'hours' } : { value: minutes, unit: 'hours and minutes' };
}

function timeText({ value, unit }: RoundedTime): string {
  if (unit === 'seconds') return t('{seconds} s', { seconds: value });
  if (unit === 'minutes') return t('{minutes} min', { minutes: value });
  if (unit === 'hours') return t('{hours} h', { hours: value });
  return t('{hours} h {minutes} min', { hours: Math.floor(value / 60), minutes: value % 60 });
}
