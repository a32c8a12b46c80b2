import { describe, expect, it } from 'vitest';
import { timeLeft } from './time-left';

const earlierMs = [20_000, 21_000, 22_000, 24_000, 30_000];

describe('the time that is left', () => {
  it.each([
    ['of its last runs', { runMs: 5000, share: 0.9, earlierMs }, 'about 15 s to 25 s left'],
    ['once the shortest is over', { runMs: 21_000, share: null, earlierMs }, 'up to 9 s left'],
    ['at the very end', { runMs: 29_500, share: null, earlierMs }, 'nearly done'],
    ['of a run that takes longer', { runMs: 31_000, share: 0.5, earlierMs }, 'longer than usual'],
    ['of runs that all took as long', { runMs: 1000, share: null, earlierMs: [9000, 9000, 9000] }, 'about 8 s left'],
    ['by its own pace', { runMs: 10_000, share: 0.5, earlierMs: [9000, 9000] }, 'about 8 s to 14 s left'],
    ['of a long one', { runMs: 600_000, share: 0.5, earlierMs: [] }, 'about 8 min 00 s to 14 min 00 s left'],
  ])('%s', (_, run, text) => {
    expect(timeLeft(run)?.text).toBe(text);
  });

  it('says where it comes from', () => {
    expect(timeLeft({ runMs: 5000, share: null, earlierMs })?.basis).toBe(
      'By the last 5 runs of this name that succeeded',
    );
    expect(timeLeft({ runMs: 5000, share: 0.5, earlierMs: [] })?.basis).toBe('At the pace of this run so far');
  });

  it.each([
    ['at the start', { runMs: 1000, share: 0.5 }],
    ['with little done', { runMs: 9000, share: 0.05 }],
    ['without a share', { runMs: 9000, share: null }],
    ['with all done', { runMs: 9000, share: 1 }],
  ])('is not guessed %s', (_, run) => {
    expect(timeLeft({ ...run, earlierMs: [] })).toBeNull();
  });
});
