import type { StorageForecast } from '@contract/console/schemas';
import { formatBytes, formatCount } from '@/lib/format';

const DAYS_OF_YEAR = 365;

/** `About 1.2 GiB a day over the last 7 days: the limit is reached in about 9 days.` */
export function forecastText({ bytes_per_day: perDay, days, reaches, in_days: inDays }: StorageForecast): string {
  const span = days === 1 ? 'in the last day' : `a day over the last ${days} days`;
  return `About ${formatBytes(perDay)} ${span}: ${roomText(reaches, inDays)}.`;
}

function roomText(reaches: string, inDays: number): string {
  const what = reaches === 'limit' ? 'the limit is' : 'the disk is';
  const end = reaches === 'limit' ? 'reached' : 'full';
  if (inDays <= 0) return `${what} ${end}`;
  if (inDays < 1) return `${what} ${end} within a day`;
  if (inDays > DAYS_OF_YEAR) return `${what} not ${end} within a year`;
  return `${what} ${end} in about ${formatCount(Math.round(inDays), 'day')}`;
}
