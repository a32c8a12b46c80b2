import { formatDateTime } from '@/lib/format';
import type { JobTimes } from './job-times';

/** All of a title that may be cut, and when the job was submitted, began and ended. */
export function rowWords(title: string, { createdAt, startedAt, completedAt }: Omit<JobTimes, 'expiresAt'>): string {
  const times = [
    ['Submitted', createdAt],
    ['Started', startedAt],
    ['Ended', completedAt],
  ] as const;
  return [title, ...times.flatMap(([word, at]) => (at === null ? [] : [`${word} ${formatDateTime(at)}`]))].join('\n');
}
