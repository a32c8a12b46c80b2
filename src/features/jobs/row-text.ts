import { formatDateTime } from '@/lib/format';
import type { JobTimes } from './job-times';
import type { Eta } from './eta/eta';

/** All of a title that may be cut, when the job was submitted, began and ended, and what is left of it. */
export function rowText(
  title: string,
  { createdAt, startedAt, completedAt }: Omit<JobTimes, 'expiresAt'>,
  left: Eta | null,
): string {
  const times = [
    ['Submitted', createdAt],
    ['Started', startedAt],
    ['Ended', completedAt],
  ] as const;
  return [
    title,
    ...times.flatMap(([word, at]) => (at === null ? [] : [`${word} ${formatDateTime(at)}`])),
    ...(left ? [`${left.text.replace(/^./, (first) => first.toUpperCase())}, ${left.source}`] : []),
  ].join('\n');
}
