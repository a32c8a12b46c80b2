import { describe, expect, it } from 'vitest';
import { queueEta, runEta, type Line } from './eta';
import type { TypicalDuration } from '@/domains/jobs/typical-duration';

const typical: TypicalDuration = { lowMs: 20_000, highMs: 30_000, count: 5, likeness: 'name' };

describe('the time left of a run', () => {
  it.each([
    ['within the typical duration', { runMs: 5000, share: 0.9, typical }, '15 to 25 s left'],
    ['after the shortest duration', { runMs: 21_000, share: null, typical }, 'up to 9 s left'],
    ['almost at the end', { runMs: 29_500, share: null, typical }, 'nearly done'],
    ['of a slow run', { runMs: 31_000, share: null, typical }, 'longer than usual'],
    ['of a slow run, from its pace', { runMs: 31_000, share: 0.5, typical }, '20 to 45 s left'],
    ['of a run that is getting slow, from its pace', { runMs: 20_000, share: 0.1, typical }, '2 to 5 min left'],
    ['with almost no progress when others were finished', { runMs: 29_000, share: 0.05, typical }, 'longer than usual'],
    ['with little progress in a long first node', { runMs: 15_000, share: 0.01, typical }, '5 to 15 s left'],
    ['if the server clock is ahead', { runMs: 0, share: null, typical }, '20 to 30 s left'],
    ['from its own pace', { runMs: 10_000, share: 0.5, typical: null }, '8 to 14 s left'],
    ['of a long run', { runMs: 600_000, share: 0.5, typical: null }, '8 to 14 min left'],
  ])('%s', (_, run, text) => {
    expect(runEta(run)?.text).toBe(text);
  });

  it('is based on the pace if that is slower than usual', () => {
    expect(runEta({ runMs: 31_000, share: 0.5, typical })).toMatchObject({
      source: 'at the current pace',
      basis: 'Most of 5 earlier runs of this name took 20 to 30 s; this run takes longer',
    });
  });

  it('names its source', () => {
    expect(runEta({ runMs: 5000, share: null, typical })).toMatchObject({
      source: 'based on 5 previous runs',
      basis: 'Most of 5 earlier runs of this name took 20 to 30 s',
    });
    expect(runEta({ runMs: 5000, share: 0.5, typical: null })?.source).toBe('at the current pace');
  });

  it.each([
    ['at the start', { runMs: 1000, share: 0.5 }],
    ['with little progress', { runMs: 9000, share: 0.05 }],
    ['without progress data', { runMs: 9000, share: null }],
    ['when everything is done', { runMs: 9000, share: 1 }],
  ])('is not estimated %s', (_, run) => {
    expect(runEta({ ...run, typical: null })).toBeNull();
  });
});

describe('the time left of a queued job', () => {
  const here: TypicalDuration = { lowMs: 40_000, highMs: 60_000, count: 20, likeness: 'none' };
  const line: Line = { position: 1, parallel: 1, runMs: [30_000], typical: here };

  it.each([
    ['next, behind the active run', line, 'starts in 10 to 30 s'],
    ['behind another queued job', { ...line, position: 2 }, 'starts in 50 to 90 s'],
    ['far behind', { ...line, position: 31 }, 'starts in 20 to 31 min'],
    ['behind a run past the shortest duration', { ...line, runMs: [45_000] }, 'starts within 15 s'],
    ['behind a run that is almost finished', { ...line, runMs: [59_000] }, 'starts in a moment'],
    ['behind a slow run', { ...line, runMs: [61_000] }, 'behind an unusually long run'],
    ['with two slots, next', { ...line, parallel: 2, runMs: [30_000, 10_000] }, 'starts in 10 to 50 s'],
    ['with two slots, second', { ...line, parallel: 2, position: 2, runMs: [0, 0] }, 'starts in 40 to 60 s'],
    ['with two slots, third', { ...line, parallel: 2, position: 3, runMs: [0, 0] }, 'starts in 1 to 2 min'],
  ])('%s', (_, at, text) => {
    expect(queueEta(at, null)?.text).toBe(text);
  });

  it('extends to its end if its own duration is known', () => {
    expect(queueEta(line, typical)).toEqual({
      text: 'done in 30 to 60 s',
      short: '30 to 60 s',
      source: 'based on 20 previous runs',
      basis:
        'Most of 20 earlier runs here took 40 to 60 s. By that it starts in 10 to 30 s. ' +
        'Most of 5 earlier runs of this name took 20 to 30 s',
    });
  });

  it.each([
    ['the position is unknown', { ...line, position: 0 }],
    ['nothing runs', { ...line, runMs: [] }],
    ['a slot is free', { ...line, parallel: 2 }],
    ['there are more runs than slots', { ...line, runMs: [1000, 1000] }],
    ['a run has no start time', { ...line, runMs: [Number.NaN] }],
  ])('is not estimated if %s', (_, at) => {
    expect(queueEta(at, typical)).toBeNull();
  });
});
