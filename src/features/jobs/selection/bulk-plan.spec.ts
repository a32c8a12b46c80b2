import { describe, expect, it } from 'vitest';
import { actCount, cancelPlan, compareReason, runAgainPlan } from './bulk-plan';

const jobs = (...statuses: string[]) => statuses.map((status) => ({ status }));
const say = (lines: { count: number; words: string }[]) => lines.map(({ count, words }) => `${count} ${words}`);

describe('what a bulk action says that it will do', () => {
  it('tells canceling apart by the state of each job, with exact counts', () => {
    const plan = cancelPlan(jobs('queued', 'running', 'queued', 'succeeded', 'failed', 'canceling', 'queued', 'novel'));
    expect(say(plan)).toEqual([
      '3 queued: canceled before they start',
      '1 running: asked to stop at the next node or step; outputs made until then are kept',
      '1 stopping already: nothing happens',
      '2 ended already: nothing happens',
      '1 in a state that Flowdeck does not know: left alone',
    ]);
    expect(actCount(plan)).toBe(4);
  });

  it('has nothing to do for jobs that have ended', () => {
    expect(actCount(cancelPlan(jobs('expired', 'canceled')))).toBe(0);
    expect(say(cancelPlan(jobs('queued')))).toEqual(['1 queued: canceled before it starts']);
  });

  it('compares two to four jobs that have ended', () => {
    expect(compareReason(jobs('succeeded', 'failed'))).toBeNull();
    expect(compareReason(jobs('succeeded', 'running'))).toMatch(/not ended/);
    for (const count of [1, 5]) expect(compareReason(jobs(...Array(count).fill('succeeded')))).toMatch(/two to four/);
  });

  it('runs again whatever it knows', () => {
    const plan = runAgainPlan(jobs('failed', 'running', 'novel'));
    expect(say(plan)).toEqual([
      '2 submitted once more as new jobs, one after the other, the oldest first',
      '1 in a state that Flowdeck does not know: left alone',
    ]);
    expect(actCount(plan)).toBe(2);
  });
});
