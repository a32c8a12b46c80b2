import type { JobFilter } from '@/api/jobs/job-filter';
import type { JobSummary, SummarySpan } from '@/api/jobs/summary-query';
import { formatDuration, formatInteger } from '@/lib/format';
import type { TimeZone } from '@/lib/time-zone';
import { addDays, startOfDay } from './jobs-search';

/** The strip above the list: what it covers, and what it says. Pure. */

const DAY_MS = 24 * 3600 * 1000;
const MAX_BARS = 60;
const HOURS = 24;
/** Where only the last day is given, the strip looks back this far. */
const DAYS_BACK = 30;

/** The days of the filter; the current day where it names none. */
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
  /** Beside the value. */
  note: string | null;
  title: string;
  tone: 'plain' | 'accent' | 'bad';
}

/** What is not known yet is a dash, not a zero. */
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
      title: 'Jobs that were submitted',
      tone: 'plain',
    },
    {
      name: 'waitMs',
      label: 'Median wait',
      value: duration(waitMs),
      note: null,
      title: 'Time from submission to start',
      tone: 'plain',
    },
    {
      name: 'runMs',
      label: 'Median run',
      value: duration(runMs),
      note: null,
      title: 'From start to end, of the jobs that succeeded',
      tone: 'accent',
    },
    {
      name: 'failed',
      label: 'Failed',
      value: summary ? formatInteger(failed) : UNKNOWN,
      note: ended > 0 && failed > 0 ? shareText(failed / ended) : null,
      title: summary ? `${formatInteger(failed)} of ${formatInteger(ended)} finished jobs` : 'Of finished jobs',
      tone: 'bad',
    },
  ];
}

/** Never `0 %` of something, and never `100 %` of less than all. */
function shareText(share: number): string {
  const percent = share * 100;
  if (percent < 0.1) return '< 0.1 %';
  return percent < 10 ? `${percent.toFixed(1)} %` : `${Math.floor(percent)} %`;
}
