import { describe, expect, test } from 'vitest';
import { attend, iconOf, NOTHING_YET, titlePrefix, type AttentionEvent, type JobCounts } from './attention-model';

const counted = (counts: JobCounts, isLookedAt = false): AttentionEvent => ({ kind: 'counted', counts, isLookedAt });
const after = (...events: AttentionEvent[]) => events.reduce(attend, NOTHING_YET);
const told = (...events: AttentionEvent[]) => {
  const state = after(...events);
  return [iconOf(state), titlePrefix(state)];
};

describe('what the tab tells', () => {
  test('nothing while nothing runs, whatever has ended before', () => {
    expect(told()).toEqual(['idle', '']);
    expect(told(counted({ running: 0, succeeded: 1219, failed: 37 }))).toEqual(['idle', '']);
  });

  test('how many run; queued ones wait', () => {
    expect(told(counted({ running: 2, queued: 5, canceling: 1 }))).toEqual(['running', '(3) ']);
    expect(told(counted({ queued: 5 }))).toEqual(['idle', '']);
  });

  test('what ended out of sight', () => {
    expect(told(counted({ running: 1, succeeded: 4 }), counted({ running: 0, succeeded: 5 }))).toEqual(['done', '✓ ']);
    expect(told(counted({ running: 1, failed: 0 }), counted({ running: 0, failed: 1 }))).toEqual(['failed', '✗ ']);
  });

  test('a failure is told before all else, and not taken back by what ends well after it', () => {
    expect(
      told(
        counted({ running: 3 }),
        counted({ running: 2, failed: 1 }),
        counted({ running: 1, failed: 1, succeeded: 1 }),
      ),
    ).toEqual(['failed', '✗ (1) ']);
  });

  test('work goes before a success', () => {
    expect(told(counted({ running: 2 }), counted({ running: 1, succeeded: 1 }))).toEqual(['running', '✓ (1) ']);
  });

  test('what ends in sight, or was looked at, is no news', () => {
    expect(told(counted({ running: 1 }, true), counted({ succeeded: 1 }, true))).toEqual(['idle', '']);
    expect(told(counted({ running: 1 }), counted({ failed: 1 }), { kind: 'looked' })).toEqual(['idle', '']);
  });

  test('records that are deleted do not count as ends, nor hide one', () => {
    expect(told(counted({ succeeded: 9 }), counted({ succeeded: 3 }))).toEqual(['idle', '']);
    expect(told(counted({ succeeded: 9 }), counted({ succeeded: 3 }), counted({ succeeded: 4 }))).toEqual([
      'done',
      '✓ ',
    ]);
  });
});
