import { timeZoneSetting } from './time-zone';

/** Formats numbers, sizes and times for display: the only module that spells units. */

// Created on first use: the first formatter costs 10 ms, which would delay the first screen.
const integer = once(() => new Intl.NumberFormat('en'));
const dateTime = zoned({ day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', second: '2-digit' });
const hour = zoned({ weekday: 'short', hour: '2-digit', minute: '2-digit' });
const longDate = zoned({ day: 'numeric', month: 'short', year: 'numeric' });

/** In the zone that is chosen; times of day in UTC say so. */
function zoned(options: Intl.DateTimeFormatOptions) {
  const local = once(() => new Intl.DateTimeFormat('en-GB', options));
  const utc = once(
    () =>
      new Intl.DateTimeFormat('en-GB', {
        ...options,
        timeZone: 'UTC',
        ...(options.hour ? { timeZoneName: 'short' as const } : {}),
      }),
  );
  return () => (timeZoneSetting.get() === 'utc' ? utc() : local());
}

function once<Made>(make: () => Made): () => Made {
  let made: Made | undefined;
  return () => (made ??= make());
}

export function formatInteger(value: number): string {
  return Number.isInteger(value) && Math.abs(value) < 1000 ? String(value) : integer().format(value);
}

export function formatCount(count: number, one: string, many = `${one}s`): string {
  return `${formatInteger(count)} ${count === 1 ? one : many}`;
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
  return `${value.toFixed(digits)} ${UNITS[unit]}`;
}

export function formatPercent(fraction: number): string {
  return `${Math.floor(fraction * 100)} %`;
}

/** `0.4 s`, `12 s`, `3 min 05 s`, `2 h 10 min`. */
export function formatDuration(ms: number): string {
  if (ms > 0 && ms < 50) return '< 0.1 s';
  const seconds = Math.max(0, ms) / 1000;
  if (seconds < 10) return `${Math.round(seconds * 10) / 10} s`;
  if (seconds < 60) return `${Math.floor(seconds)} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${String(Math.floor(seconds % 60)).padStart(2, '0')} s`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return `${hours} h ${String(minutes % 60).padStart(2, '0')} min`;
  return `${Math.floor(hours / 24)} days`;
}

/** `now`, `34 s ago`, `5 min ago`, `3 h ago`, then the date. */
export function formatAge(timestamp: number, now: number): string {
  const seconds = Math.floor((now - timestamp) / 1000);
  if (seconds < 5) return 'now';
  if (seconds < 60) return `${seconds} s ago`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ago`;
  if (seconds < 24 * 3600) return `${Math.floor(seconds / 3600)} h ago`;
  if (seconds < 7 * 24 * 3600) return `${Math.floor(seconds / 86_400)} d ago`;
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
  return `$${(cents / 100).toFixed(2)}`;
}

/** `2.5 credits` */
export function formatCredits(used: string): string {
  return `${used} ${used === '1' ? 'credit' : 'credits'}`;
}
