import { isTerminal } from '@contract/jobs/lifecycle';
import type { ListedJob } from '@contract/jobs/schemas';
import { jobTitle } from '@/features/jobs/job-title';
import { formatCount, formatDuration } from '@/lib/format';

export interface EndNotice {
  /** Notices of one tag replace each other, in all tabs. */
  tag: string;
  title: string;
  body: string;
  /** Where a click leads; null to the list. */
  jobId: string | null;
}

/** More than this many at once are one notice. */
const MAX_SINGLE = 3;

/** The newest instant in a list, by the surface's own clock: what ends later is news. */
export function newestInstant(jobs: readonly ListedJob[]): number {
  return Math.max(0, ...jobs.flatMap((job) => [instant(job.created_at), instant(job.completed_at)]));
}

/** Ends that are worth a word; who canceled a job knows. */
export function endedAfter(jobs: readonly ListedJob[], mark: number): ListedJob[] {
  return jobs.filter(
    ({ status, completed_at }) => isTerminal(status) && status !== 'canceled' && instant(completed_at) > mark,
  );
}

export function jobNotifications(ended: readonly ListedJob[]): EndNotice[] {
  if (ended.length <= MAX_SINGLE) return ended.map(noticeOf);
  const failed = ended.filter(({ status }) => status === 'failed').length;
  const body = failed > 0 ? `${ended.length - failed} succeeded, ${failed} failed` : 'All succeeded';
  return [{ tag: 'flowdeck.ends', title: `${formatCount(ended.length, 'job')} finished`, body, jobId: null }];
}

function noticeOf(job: ListedJob): EndNotice {
  return { tag: job.id, title: `${jobTitle(job)}: ${job.status}`, body: bodyOf(job), jobId: job.id };
}

function bodyOf({ status, error, outputs, started_at, completed_at }: ListedJob): string {
  if (status === 'failed') return error?.message ?? 'Failed without an error message.';
  const took = instant(completed_at) - instant(started_at);
  const parts = [
    ...(outputs ? [formatCount(outputs.length, 'output')] : []),
    ...(started_at && took >= 0 ? [`in ${formatDuration(took)}`] : []),
  ];
  return parts.join(' ');
}

function instant(text: string | null | undefined): number {
  return text ? Date.parse(text) || 0 : 0;
}
