import { formatDate } from '@/lib/format';
import { readTimeZone } from '@/lib/time-zone';
import { readDay, type JobsSearch, type Period } from './jobs-search';

export const PERIOD_WORDS: Record<Period, string> = { today: 'Today', '7d': 'Last 7 days', '30d': 'Last 30 days' };

/** `20 Nov 2026 to 21 Nov 2026`; null where no days are chosen. */
export function formatDateRange({ from, to }: Pick<JobsSearch, 'from' | 'to'>): string | null {
  const first = from === undefined ? null : readDay(from, readTimeZone());
  const last = to === undefined ? null : readDay(to, readTimeZone());
  if (first !== null && last !== null) {
    return first === last ? formatDate(first) : `${formatDate(first)} to ${formatDate(last)}`;
  }
  if (first !== null) return `Since ${formatDate(first)}`;
  return last === null ? null : `Until ${formatDate(last)}`;
}

/** What the days are called that the figures above the list are of. */
export function summaryText(search: JobsSearch): string {
  const days = formatDateRange(search) ?? PERIOD_WORDS[search.period ?? 'today'];
  return search.q || search.ran || search.title ? `Matching, ${days[0]?.toLowerCase()}${days.slice(1)}` : days;
}
