import type { StorageForecast } from '@contract/console/schemas';
import { formatBytes } from '@/lib/format';
import { t } from '@/lib/i18n/messages';

const DAYS_OF_YEAR = 365;

/** `About 1.2 GiB a day over the last 7 days: the limit is reached in about 9 days.` */
export function forecastText({ bytes_per_day: perDay, days, reaches, in_days: inDays }: StorageForecast): string {
  const size = formatBytes(perDay);
  const outcome = outcomeText(reaches === 'limit', inDays);
  return days === 1
    ? t('About {size} in the last day: {outcome}.', { size, outcome })
    : t('About {size} a day over the last {days, plural, one {# day} other {# days}}: {outcome}.', {
        size,
        days,
        outcome,
      });
}

function outcomeText(isLimit: boolean, inDays: number): string {
  if (inDays <= 0) return isLimit ? t('the limit is reached') : t('the disk is full');
  if (inDays < 1) return isLimit ? t('the limit is reached within a day') : t('the disk is full within a day');
  if (inDays > DAYS_OF_YEAR) {
    return isLimit ? t('the limit is not reached within a year') : t('the disk is not full within a year');
  }
  const days = Math.round(inDays);
  return isLimit
    ? t('the limit is reached in about {days, plural, one {# day} other {# days}}', { days })
    : t('the disk is full in about {days, plural, one {# day} other {# days}}', { days });
}
