import { formatDateTime } from '@/lib/format';
import { currentLanguage, t } from '@/lib/i18n/messages';
import type { JobTimes } from '../job/job-times';
import type { Eta } from '@/shared/eta';

/** Returns the full title, the timestamps, and the time left of a job with its source. */
export function rowText(
  title: string,
  { createdAt, startedAt, completedAt }: Omit<JobTimes, 'expiresAt'>,
  left: Eta | null,
): string {
  return [
    title,
    createdAt !== null && t('Submitted {time}', { time: formatDateTime(createdAt) }),
    startedAt !== null && t('Started {time}', { time: formatDateTime(startedAt) }),
    completedAt !== null && t('Ended {time}', { time: formatDateTime(completedAt) }),
    left && `${capitalized(left.text)}, ${left.source}`,
    left?.basis,
  ]
    .filter(Boolean)
    .join('\n');
}

function capitalized(text: string): string {
  return text.replace(/^./, (first) => first.toLocaleUpperCase(currentLanguage()));
}
