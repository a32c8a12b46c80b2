import { addDays, periodStart, readDay, type Period } from '@/lib/days';
import { formatDate } from '@/lib/format';
import { t } from '@/lib/i18n/messages';
import { timeZoneSetting, type TimeZone } from '@/lib/time-zone';

/** Search params that filter a list by time. */
export interface DateRange {
  /** Last days until now; overridden by `from` and `to`. */
  period?: Period | undefined;
  /** First and last day, such as 2026-11-20, in the time zone of the list. */
  from?: string | undefined;
  to?: string | undefined;
}

/** Returns the times of a range; `null` where it has no bound. @param today any instant of the current day */
export function spanOf({ period, from, to }: DateRange, today: number, zone: TimeZone) {
  const first = from === undefined ? null : readDay(from, zone);
  const last = to === undefined ? null : readDay(to, zone);
  if (first !== null || last !== null) return { from: first, before: last === null ? null : addDays(last, 1, zone) };
  if (period) return { from: periodStart(period, today, zone), before: null };
  return { from: null, before: null };
}

/** Formats a range as `20 Nov 2026 to 21 Nov 2026`; `null` if none is selected. */
export function formatDateRange({ from, to }: Pick<DateRange, 'from' | 'to'>): string | null {
  const first = from === undefined ? null : readDay(from, timeZoneSetting.get());
  const last = to === undefined ? null : readDay(to, timeZoneSetting.get());
  if (first !== null && last !== null) {
    return first === last
      ? formatDate(first)
      : t('{first} to {last}', { first: formatDate(first), last: formatDate(last) });
  }
  if (first !== null) return t('Since {date}', { date: formatDate(first) });
  return last === null ? null : t('Until {date}', { date: formatDate(last) });
}
