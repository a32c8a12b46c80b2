import { describe, expect, it } from 'vitest';
import { queueEta, runEta, type Line } from './eta';
import type { TypicalDuration } from './typical-duration';

const usual: TypicalDuration = { lowMs: 20_000, highMs: 30_000, count: 5, likeness: 'of this name' };

describe('what is left of a run', () => {
  it.each([
    ['of its usual time', { runMs: 5000, share: 0.9, usual }, '15 to 25 s left'],
    ['once the shortest is over', { runMs: 21_000, share: null, usual }, 'up to 9 s left'],
    ['at the very end', { runMs: 29_500, share: null, usual }, 'nearly done'],
    ['of a run that takes longer', { runMs: 31_000, share: null, usual }, 'longer than usual'],
    ['of a run that takes longer, by its pace', { runMs: 31_000, share: 0.5, usual }, '20 to 45 s left'],
    ['of a run that will take longer, by its pace', { runMs: 20_000, share: 0.1, usual }, '2 to 5 min left'],
    ['with hardly anything done when others were over', { runMs: 29_000, share: 0.05, usual }, 'longer than usual'],
    ['with little done in a long first node', { runMs: 15_000, share: 0.01, usual }, '5 to 15 s left'],
    ['of one that has started by a clock that is ahead', { runMs: 0, share: null, usual }, '20 to 30 s left'],
    ['by its own pace', { runMs: 10_000, share: 0.5, usual: null }, '8 to 14 s left'],
    ['of a long one', { runMs: 600_000, share: 0.5, usual: null }, '8 to 14 min left'],
  ])('%s', (_, run, text) => {
    expect(runEta(run)?.text).toBe(text);
  });

  it('says that it comes from the pace where that is slower than usual', () => {
    expect(runEta({ runMs: 31_000, share: 0.5, usual })).toMatchObject({
      source: 'at the current pace',
      basis: 'Most of 5 earlier runs of this name took 20 to 30 s; this one takes longer',
    });
  });

  it('says where it comes from', () => {
    expect(runEta({ runMs: 5000, share: null, usual })).toMatchObject({
      source: 'based on 5 previous runs',
      basis: 'Most of 5 earlier runs of this name took 20 to 30 s',
    });
    expect(runEta({ runMs: 5000, share: 0.5, usual: null })?.source).toBe('at the current pace');
  });

  it.each([
    ['at the start', { runMs: 1000, share: 0.5 }],
    ['with little done', { runMs: 9000, share: 0.05 }],
    ['without a share', { runMs: 9000, share: null }],
    ['with all done', { runMs: 9000, share: 1 }],
  ])('is not guessed %s', (_, run) => {
    expect(runEta({ ...run, usual: null })).toBeNull();
  });
});

describe('what is left of a job in line', () => {
  const here: TypicalDuration = { lowMs: 40_000, highMs: 60_000, count: 20, likeness: '' };
  const line: Line = { position: 1, parallel: 1, runMs: [30_000], usual: here };

  it.each([
    ['next, behind the run under way', line, 'starts in 10 to 30 s'],
    ['behind one more', { ...line, position: 2 }, 'starts in 50 to 90 s'],
    ['far behind', { ...line, position: 31 }, 'starts in 20 to 31 min'],
    ['behind a run past the shortest', { ...line, runMs: [45_000] }, 'starts within 15 s'],
    ['behind a run at its end', { ...line, runMs: [59_000] }, 'starts in a moment'],
    ['behind a run that takes longer', { ...line, runMs: [61_000] }, 'behind an unusually long run'],
    ['with two at once, next', { ...line, parallel: 2, runMs: [30_000, 10_000] }, 'starts in 10 to 50 s'],
    ['with two at once, second', { ...line, parallel: 2, position: 2, runMs: [0, 0] }, 'starts in 40 to 60 s'],
    ['with two at once, third', { ...line, parallel: 2, position: 3, runMs: [0, 0] }, 'starts in 1 to 2 min'],
  ])('%s', (_, at, text) => {
    expect(queueEta(at, null)?.text).toBe(text);
  });

  it('goes on to its end where its own time is known', () => {
    expect(queueEta(line, usual)).toEqual({
      text: 'done in 30 to 60 s',
      source: 'based on 20 previous runs',
      basis:
        'Most of 20 earlier runs here took 40 to 60 s. By that it starts in 10 to 30 s. ' +
        'Most of 5 earlier runs of this name took 20 to 30 s',
    });
  });

  it.each([
    ['its place is not told', { ...line, position: 0 }],
    ['nothing runs', { ...line, runMs: [] }],
    ['a place is free', { ...line, parallel: 2 }],
    ['more runs than should', { ...line, runMs: [1000, 1000] }],
    ['a run does not tell when it began', { ...line, runMs: [Number.NaN] }],
  ])('is not guessed where %s', (_, at) => {
    expect(queueEta(at, usual)).toBeNull();
  });
});
