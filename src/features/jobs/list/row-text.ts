import { formatDateTime } from '@/lib/format';
import type { JobTimes } from '../job/job-times';
import type { Eta } from '@/shared/eta';

/** Returns the full title, the timestamps, and the time left of a job. */
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
