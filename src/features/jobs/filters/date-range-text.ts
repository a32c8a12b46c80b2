import { formatDate } from '@/lib/format';
import { timeZoneSetting } from '@/lib/time-zone';
import { PERIOD_LABELS, readDay } from '@/lib/days';
import type { JobsSearch } from './jobs-search';

/** Formats a range as `20 Nov 2026 to 21 Nov 2026`; `null` if none is selected. */
export function formatDateRange({ from, to }: Pick<JobsSearch, 'from' | 'to'>): string | null {
  const first = from === undefined ? null : readDay(from, timeZoneSetting.get());
  const last = to === undefined ? null : readDay(to, timeZoneSetting.get());
  if (first !== null && last !== null) {
    return first === last ? formatDate(first) : `${formatDate(first)} to ${formatDate(last)}`;
  }
  if (first !== null) return `Since ${formatDate(first)}`;
  return last === null ? null : `Until ${formatDate(last)}`;
}

/** Returns the label of the period that the stats above the list cover. */
export function summaryText(search: JobsSearch): string {
  const days = formatDateRange(search) ?? PERIOD_LABELS[search.period ?? 'today'];
  return search.q || search.ran || search.title ? `Matching, ${days[0]?.toLowerCase()}${days.slice(1)}` : days;
}
