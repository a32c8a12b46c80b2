import { currentLanguage, ENGLISH, formatWhole, t } from './i18n/messages';
import { timeZoneSetting } from './time-zone';

/** Formats numbers, sizes and times for display: the only module that spells units. */

// English dates are written as in Britain: the day before the month, 24 hours.
const dateLanguage = () => (currentLanguage() === ENGLISH ? 'en-GB' : currentLanguage());
const dateTime = zoned({ day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', second: '2-digit' });
const hour = zoned({ weekday: 'short', hour: '2-digit', minute: '2-digit' });
const longDate = zoned({ day: 'numeric', month: 'short', year: 'numeric' });

/** In the zone that is chosen; times of day in UTC say so. */
function zoned(options: Intl.DateTimeFormatOptions) {
  const local = ofLanguage(() => new Intl.DateTimeFormat(dateLanguage(), options));
  const utc = ofLanguage(
    () =>
      new Intl.DateTimeFormat(dateLanguage(), {
        ...options,
        timeZone: 'UTC',
        ...(options.hour ? { timeZoneName: 'short' as const } : {}),
      }),
  );
  return () => (timeZoneSetting.get() === 'utc' ? utc() : local());
}

/** Makes a formatter on first use, which costs 10 ms for the first one, and again in another language. */
function ofLanguage<Made>(make: () => Made): () => Made {
  let made: { language: string; formatter: Made } | undefined;
  return () => {
    if (made?.language !== currentLanguage()) made = { language: currentLanguage(), formatter: make() };
    return made.formatter;
  };
}

export const formatInteger = formatWhole;

/** With the given number of decimal places. */
function formatDecimal(value: number, digits: number): string {
  if (currentLanguage() === ENGLISH) return value.toFixed(digits);
  return value.toLocaleString(currentLanguage(), { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];

/** Binary units, as file managers of the field show them: 5000000000 reads 4.66 GiB. */
export function formatBytes(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1024 && unit < UNITS.length - 1) {
    value /= 1024;
    unit += 1;
  }
  const digits = unit === 0 || value >= 100 ? 0 : value >= 10 ? 1 : 2;
  return `${formatDecimal(value, digits)} ${UNITS[unit]}`;
}

export function formatPercent(fraction: number): string {
  return t('{percent} %', { percent: Math.floor(fraction * 100) });
}

/** `0.4 s`, `12 s`, `3 min 05 s`, `2 h 10 min`. */
export function formatDuration(ms: number): string {
  if (ms > 0 && ms < 50) return t('< {seconds} s', { seconds: formatDecimal(0.1, 1) });
  const seconds = Math.max(0, ms) / 1000;
  if (seconds < 10) {
    const tenths = Math.round(seconds * 10);
    return t('{seconds} s', { seconds: formatDecimal(tenths / 10, tenths % 10 === 0 ? 0 : 1) });
  }
  if (seconds < 60) return t('{seconds} s', { seconds: Math.floor(seconds) });
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return t('{minutes} min {seconds} s', { minutes, seconds: twoDigits(seconds % 60) });
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return t('{hours} h {minutes} min', { hours, minutes: twoDigits(minutes % 60) });
  return t('{days, plural, one {# day} other {# days}}', { days: Math.floor(hours / 24) });
}

function twoDigits(value: number): string {
  return String(Math.floor(value)).padStart(2, '0');
}

/** `now`, `34 s ago`, `5 min ago`, `3 h ago`, then the date. */
export function formatAge(timestamp: number, now: number): string {
  const seconds = Math.floor((now - timestamp) / 1000);
  if (seconds < 5) return t('now');
  if (seconds < 60) return t('{seconds} s ago', { seconds });
  if (seconds < 3600) return t('{minutes} min ago', { minutes: Math.floor(seconds / 60) });
  if (seconds < 24 * 3600) return t('{hours} h ago', { hours: Math.floor(seconds / 3600) });
  if (seconds < 7 * 24 * 3600) return t('{days} d ago', { days: Math.floor(seconds / 86_400) });
  return longDate().format(timestamp);
}

export function formatDateTime(timestamp: number): string {
  return dateTime().format(timestamp);
}

/** `Fri 14:00` */
export function formatHour(timestamp: number): string {
  return hour().format(timestamp);
}

export function formatDate(timestamp: number): string {
  return longDate().format(timestamp);
}

/** US cents as dollars: `$1.36`. */
export function formatCents(cents: number): string {
  return formatDollars(cents / 100, 2);
}

/** `$0.0125`, in the notation of the language. */
export function formatDollars(dollars: number, digits: number): string {
  if (currentLanguage() === ENGLISH) return `$${dollars.toFixed(digits)}`;
  return dollars.toLocaleString(currentLanguage(), {
    style: 'currency',
    currency: 'USD',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
}

/** `2.5 credits` */
export function formatCredits(used: string): string {
  return t('{used, plural, one {{used} credit} other {{used} credits}}', { used });
}
