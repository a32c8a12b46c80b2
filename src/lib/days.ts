import { msg, type Message } from './i18n/messages';
import type { TimeZone } from './time-zone';

/** Last days until now, by which lists are filtered. */
export const PERIODS = ['today', '7d', '30d'] as const;
export type Period = (typeof PERIODS)[number];

export const PERIOD_LABELS: Record<Period, Message> = {
  today: msg('Today'),
  '7d': msg('Last 7 days'),
  '30d': msg('Last 30 days'),
};

const PERIOD_DAYS: Record<Period, number> = { today: 1, '7d': 7, '30d': 30 };

/** @param today any instant of the current day */
export function periodStart(period: Period, today: number, zone: TimeZone): number {
  return addDays(startOfDay(today, zone), 1 - PERIOD_DAYS[period], zone);
}

export function startOfDay(timestamp: number, zone: TimeZone): number {
  const date = new Date(timestamp);
  return zone === 'utc' ? date.setUTCHours(0, 0, 0, 0) : date.setHours(0, 0, 0, 0);
}

/** Adds calendar days: when the clocks change, a day has 23 or 25 hours. */
export function addDays(day: number, count: number, zone: TimeZone): number {
  const date = new Date(day);
  return zone === 'utc' ? date.setUTCDate(date.getUTCDate() + count) : date.setDate(date.getDate() + count);
}

/** Midnight of `2026-11-20` in the zone; `null` if the day does not exist. */
export function readDay(text: string, zone: TimeZone): number | null {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text)?.map(Number) ?? [];
  if (year === undefined || month === undefined || day === undefined) return null;
  const date = new Date(Date.UTC(year, month - 1, day));
  if (date.getUTCMonth() !== month - 1 || date.getUTCFullYear() !== year) return null;
  return zone === 'utc' ? date.getTime() : new Date(year, month - 1, day).getTime();
}
