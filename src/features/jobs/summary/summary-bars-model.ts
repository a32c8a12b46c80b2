import type { JobSummary } from '@contract/console/schemas';
import type { SummarySpan } from '@/features/jobs/summary/summary-query';
import { formatDate, formatDuration, formatHour, formatInteger } from '@/lib/format';
import { t } from '@/lib/i18n/messages';
import type { Figure } from './summary-model';

const DAY_MS = 24 * 3600 * 1000;

export interface Bar {
  value: number;
  title: string;
}

const FORMATTERS: Record<Figure['name'], (value: number) => string> = {
  total: formatInteger,
  waitMs: formatDuration,
  runMs: formatDuration,
  failed: formatInteger,
};

/** Returns one bar per part of the span. */
export function summaryBars({ buckets }: JobSummary, span: SummarySpan, name: Figure['name']): Bar[] {
  return buckets.map((part, index) => {
    const value = part[name];
    return {
      value: value ?? 0,
      title: `${partText(span, index)}: ${value === null ? t('none') : FORMATTERS[name](value)}`,
    };
  });
}

function partText({ from, to, buckets }: SummarySpan, index: number): string {
  const length = (to - from) / buckets;
  const start = from + index * length;
  if (length <= DAY_MS / 2) return formatHour(start);
  // When the clocks change, a day starts one hour off the equal parts.
  const first = formatDate(start + DAY_MS / 12);
  const last = formatDate(start + length - DAY_MS / 2);
  return first === last ? first : t('{first} to {last}', { first, last });
}
