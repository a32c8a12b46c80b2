import type { JobFilter } from '@/domains/jobs/job-filter';
import type { JobSummary } from '@contract/console/schemas';
import type { SummarySpan } from '@/features/jobs/summary/summary-query';
import { formatDate, formatDuration, formatInteger } from '@/lib/format';
import { msg, t, type Message } from '@/lib/i18n/messages';
import { timeZoneSetting, type TimeZone } from '@/lib/time-zone';
import { addDays, PERIOD_LABELS, readDay, startOfDay, type Period } from '@/lib/days';
import { formatDateRange } from '@/shared/page/date-range';
import type { JobsSearch } from '../filters/jobs-search';

/** Span and stats of the strip above the list. Pure. */

const DAY_MS = 24 * 3600 * 1000;
const MAX_BARS = 60;
const HOURS = 24;
/** If only the last day is given, the strip covers this many days. */
const DAYS_BACK = 30;

/** Returns the days of the filter; the current day if it has none. */
export function summarySpan(
  { from, before }: Pick<JobFilter, 'from' | 'before'>,
  today: number,
  zone: TimeZone,
): SummarySpan {
  const end = before ?? addDays(startOfDay(today, zone), 1, zone);
  const start = from ?? (before === null ? startOfDay(today, zone) : addDays(before, -DAYS_BACK, zone));
  const days = Math.max(1, Math.round((end - start) / DAY_MS));
  return { from: Math.min(start, end - 1), to: end, buckets: days <= 2 ? HOURS * days : Math.min(days, MAX_BARS) };
}

export interface Figure {
  name: 'total' | 'waitMs' | 'runMs' | 'failed';
  label: string;
  value: string;
  /** Shown next to the value. */
  note: string | null;
  title: string;
  tone: 'plain' | 'accent' | 'bad';
}

/** An unknown value is a dash, not zero. */
const UNKNOWN = '–';

export function summaryStats(summary: JobSummary | undefined, label: string): Figure[] {
  const { total = 0, ended = 0, failed = 0, waitMs = null, runMs = null } = summary ?? {};
  const duration = (ms: number | null) => (ms === null ? UNKNOWN : formatDuration(ms));
  return [
    {
      name: 'total',
      label,
      value: summary ? formatInteger(total) : UNKNOWN,
      note: null,
      title: t('Jobs that were submitted'),
      tone: 'plain',
    },
    {
      name: 'waitMs',
      label: t('Median wait'),
      value: duration(waitMs),
      note: null,
      title: t('Time from submission to start'),
      tone: 'plain',
    },
    {
      name: 'runMs',
      label: t('Median run'),
      value: duration(runMs),
      note: null,
      title: t('From start to end, of the jobs that succeeded'),
      tone: 'accent',
    },
    {
      name: 'failed',
      label: t('Failed'),
      value: summary ? formatInteger(failed) : UNKNOWN,
      note: ended > 0 && failed > 0 ? shareText(failed / ended) : null,
      title: summary
        ? t('{failed} of {count} finished jobs', { failed: formatInteger(failed), count: formatInteger(ended) })
        : t('Of finished jobs'),
      tone: 'bad',
    },
  ];
}

/** Never rounds to `0 %` if there are some, nor to `100 %` if some are missing. */
function shareText(share: number): string {
  const percent = share * 100;
  if (percent < 0.1) return '< 0.1 %';
  return percent < 10 ? `${percent.toFixed(1)} %` : `${Math.floor(percent)} %`;
}

const MATCHING_LABELS: Readonly<Record<Period, Message>> = {
  today: msg('Matching, today'),
  '7d': msg('Matching, last 7 days'),
  '30d': msg('Matching, last 30 days'),
};

/** Returns the label of the period that the stats above the list cover. */
export function summaryText(search: JobsSearch): string {
  const { period = 'today' } = search;
  const range = formatDateRange(search);
  if (!search.q && !search.ran && !search.title) return range ?? t(PERIOD_LABELS[period]);
  if (range === null) return t(MATCHING_LABELS[period]);
  const [first, last] = [search.from, search.to].map((day) => dateText(day));
  if (first && last) return t('Matching, {range}', { range });
  return first ? t('Matching, since {date}', { date: first }) : t('Matching, until {date}', { date: last ?? '' });
}

function dateText(day: string | undefined): string | null {
  const timestamp = day === undefined ? null : readDay(day, timeZoneSetting.get());
  return timestamp === null ? null : formatDate(timestamp);
}
