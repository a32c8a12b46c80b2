import { isKnownStatus, isTerminal, jobCan } from '@contract/jobs/lifecycle';
import type { ListedJob } from '@contract/jobs/schemas';
import { t } from '@/lib/i18n/messages';

/** An effect of an action, and the number of affected jobs. */
export interface PlanLine {
  count: number;
  words: string;
  /** False if these jobs stay unchanged. */
  isApplied: boolean;
}

type PlannedJob = Pick<ListedJob, 'status'>;

/** Effects of canceling by job status, shown before anything is done. */
export function cancelPlan(jobs: readonly PlannedJob[]): PlanLine[] {
  const count = (test: (status: string) => boolean) => jobs.filter(({ status }) => test(status)).length;
  const queued = count((status) => status === 'queued');
  return [
    {
      count: queued,
      words: t('{count, plural, one {queued: canceled before it starts} other {queued: canceled before they start}}', {
        count: queued,
      }),
      isApplied: true,
    },
    {
      count: count((status) => status === 'running'),
      words: t('running: stop at the next node or step; outputs already committed are kept'),
      isApplied: true,
    },
    { count: count((status) => status === 'canceling'), words: t('already canceling: skipped'), isApplied: false },
    { count: count(isTerminal), words: t('already finished: skipped'), isApplied: false },
    unknown(count((status) => !isKnownStatus(status))),
  ].filter((line) => line.count > 0);
}

/** Effects of running jobs again. */
export function runAgainPlan(jobs: readonly PlannedJob[]): PlanLine[] {
  const known = jobs.filter(({ status }) => jobCan.runAgain(status)).length;
  return [
    {
      count: known,
      words: t(
        '{count, plural, one {submitted again as a new job} other {submitted again as new jobs, oldest first}}',
        {
          count: known,
        },
      ),
      isApplied: true,
    },
    unknown(jobs.length - known),
  ].filter((line) => line.count > 0);
}

function unknown(count: number): PlanLine {
  return { count, words: t('unknown status: skipped'), isApplied: false };
}

/** Returns the number of affected jobs. */
export function actCount(plan: readonly PlanLine[]): number {
  return plan.reduce((sum, line) => sum + (line.isApplied ? line.count : 0), 0);
}
