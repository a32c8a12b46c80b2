import { describe, expect, it } from 'vitest';
import { actCount, cancelPlan, runAgainPlan } from './bulk-plan';

const jobs = (...statuses: string[]) => statuses.map((status) => ({ status }));
const say = (lines: { count: number; words: string }[]) => lines.map(({ count, words }) => `${count} ${words}`);

describe('the plan of a bulk action', () => {
  it('groups cancellations by the state of each job, with exact counts', () => {
    const plan = cancelPlan(jobs('queued', 'running', 'queued', 'succeeded', 'failed', 'canceling', 'queued', 'novel'));
    expect(say(plan)).toEqual([
      '3 queued: canceled before they start',
      '1 running: stop at the next node or step; outputs already committed are kept',
      '1 already canceling: skipped',
      '2 already finished: skipped',
      '1 unknown status: skipped',
    ]);
    expect(actCount(plan)).toBe(4);
  });

  it('contains nothing for finished jobs', () => {
    expect(actCount(cancelPlan(jobs('expired', 'canceled')))).toBe(0);
    expect(say(cancelPlan(jobs('queued')))).toEqual(['1 queued: canceled before it starts']);
  });

  it('reruns every job with a known status', () => {
    const plan = runAgainPlan(jobs('failed', 'running', 'novel'));
    expect(say(plan)).toEqual(['2 submitted again as new jobs, oldest first', '1 unknown status: skipped']);
    expect(actCount(plan)).toBe(2);
  });
});
