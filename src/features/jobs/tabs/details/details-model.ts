import type { ListedJob } from '@contract/jobs/schemas';
import { formatDate, formatDateTime, formatDuration, formatInteger } from '@/lib/format';
import { msg, t, type Message } from '@/lib/i18n/messages';
import type { JobTimes } from '../../job/job-times';

const KNOWN_METRICS: Readonly<Record<string, Message>> = {
  queue_ms: msg('Queued for'),
  execution_ms: msg('Run time'),
};

/** Returns the metrics: the two known ones with labels, any other with the surface's name (rule J-2.18). */
export function metricRows(metrics: ListedJob['metrics']): { name: string; value: string }[] {
  return Object.entries(metrics ?? {}).map(([key, value]) => {
    const known = KNOWN_METRICS[key];
    return {
      name: known ? t(known) : key,
      value: value === null ? t('not yet known') : key.endsWith('_ms') ? formatDuration(value) : formatInteger(value),
    };
  });
}

const DAY_MS = 24 * 3600 * 1000;

/**
 * Returns true if the expiry is near, relative to the retention period: some surfaces keep no job for longer than a
 * day.
 */
export function isNearExpiry(
  { createdAt, expiresAt }: Pick<JobTimes, 'createdAt' | 'expiresAt'>,
  now: number,
): boolean {
  if (expiresAt === null || createdAt === null) return false;
  const left = expiresAt - now;
  return left > 0 && left < Math.min(DAY_MS, (expiresAt - createdAt) / 4);
}

/** Formats the retention deadline as reported by the job (rule J-2.09). */
export function storedUntilText(expiresAt: number | null, now: number): string {
  if (expiresAt === null) return t('unknown');
  const left = expiresAt - now;
  if (left <= 0) return t('{time}, over', { time: formatDateTime(expiresAt) });
  return left > 60 * DAY_MS
    ? formatDate(expiresAt)
    : t('{time} · {duration} left', { time: formatDateTime(expiresAt), duration: formatDuration(left) });
}
