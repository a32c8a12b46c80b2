import { isKnownStatus, isTerminal, jobCan } from '@contract/jobs/lifecycle';
import type { ListedJob } from '@contract/jobs/schemas';

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
      words: `queued: canceled before ${queued === 1 ? 'it starts' : 'they start'}`,
      isApplied: true,
    },
    {
      count: count((status) => status === 'running'),
      words: 'running: stop at the next node or step; outputs already committed are kept',
      isApplied: true,
    },
    { count: count((status) => status === 'canceling'), words: 'already canceling: skipped', isApplied: false },
    { count: count(isTerminal), words: 'already finished: skipped', isApplied: false },
    unknown(count((status) => !isKnownStatus(status))),
  ].filter((line) => line.count > 0);
}

/** Effects of running jobs again. */
export function runAgainPlan(jobs: readonly PlannedJob[]): PlanLine[] {
  const known = jobs.filter(({ status }) => jobCan.runAgain(status)).length;
  return [
    {
      count: known,
      words: `submitted again as ${known === 1 ? 'a new job' : 'new jobs, oldest first'}`,
      isApplied: true,
    },
    unknown(jobs.length - known),
  ].filter((line) => line.count > 0);
}

function unknown(count: number): PlanLine {
  return { count, words: 'unknown status: skipped', isApplied: false };
}

/** Returns the number of affected jobs. */
export function actCount(plan: readonly PlanLine[]): number {
  return plan.reduce((sum, line) => sum + (line.isApplied ? line.count : 0), 0);
}
