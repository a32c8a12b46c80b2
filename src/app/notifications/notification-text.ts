import { isTerminal } from '@contract/jobs/lifecycle';
import type { ListedJob } from '@contract/jobs/schemas';
import { LABEL_BATCH } from '@/domains/job-record/job-labels';
import { jobTitle } from '@/features/jobs/job/job-title';
import { formatDuration } from '@/lib/format';
import { t } from '@/lib/i18n/messages';
import { statusText } from '@/shared/job-text';
import type { DesktopNotice } from './show-notification';

interface FinishNotice extends DesktopNotice {
  /** Target of a click; `null` opens the list. */
  jobId: string | null;
}

/** Above this number, one notification covers all. */
const MAX_SINGLE = 3;

/** Finished jobs that need no notification. */
export interface KnownJobs {
  /** Jobs that finished before it are known, too, by the surface's own clock. */
  since: number;
  ids: ReadonlySet<string>;
}

export const NO_JOBS: KnownJobs = { since: 0, ids: new Set() };

/** Adds the jobs of a list. The first list decides since when jobs are new. */
export function addKnown(known: KnownJobs | null, jobs: readonly ListedJob[]): KnownJobs {
  const since = known?.since ?? Math.max(0, ...jobs.map((job) => timestamp(job.completed_at)));
  return { since, ids: new Set([...(known?.ids ?? []), ...jobs.map(({ id }) => id)]) };
}

/**
 * Returns the finished jobs that are not known. Times decide only about jobs that the first list did not reach: servers may round
 * them, and list a job later than one that finished after it. Excluded are canceled jobs, because the user canceled them, and cells
 * of the given batches, which have a notification of their own.
 */
export function newlyFinished(
  jobs: readonly ListedJob[],
  { since, ids }: KnownJobs,
  batchIds: readonly string[],
): ListedJob[] {
  return jobs.filter(
    ({ id, status, completed_at, metadata }) =>
      isTerminal(status) &&
      status !== 'canceled' &&
      timestamp(completed_at) >= since &&
      !ids.has(id) &&
      !batchIds.includes(metadata?.[LABEL_BATCH]?.split('/')[0] ?? ''),
  );
}

export function jobNotifications(finished: readonly ListedJob[]): FinishNotice[] {
  if (finished.length <= MAX_SINGLE) return finished.map(noticeOf);
  const failed = finished.filter(({ status }) => status === 'failed').length;
  const body =
    failed > 0
      ? t('{succeeded} succeeded, {failed} failed', { succeeded: finished.length - failed, failed })
      : t('All succeeded');
  return [
    {
      tag: 'flowdeck.ends',
      title: t('{count, plural, one {# job} other {# jobs}} finished', { count: finished.length }),
      body,
      jobId: null,
    },
  ];
}

function noticeOf(job: ListedJob): FinishNotice {
  return { tag: job.id, title: `${jobTitle(job)}: ${statusText(job.status)}`, body: bodyOf(job), jobId: job.id };
}

function bodyOf({ status, error, outputs, started_at, completed_at }: ListedJob): string {
  if (status === 'failed') return error?.message ?? t('Failed without an error message.');
  const took = timestamp(completed_at) - timestamp(started_at);
  const duration = started_at && took >= 0 ? formatDuration(took) : null;
  if (!outputs) return duration === null ? '' : t('in {duration}', { duration });
  const count = outputs.length;
  return duration === null
    ? t('{count, plural, one {# output} other {# outputs}}', { count })
    : t('{count, plural, one {# output} other {# outputs}} in {duration}', { count, duration });
}

function timestamp(text: string | null | undefined): number {
  return text ? Date.parse(text) || 0 : 0;
}
