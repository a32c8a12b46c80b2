import { describe, expect, test } from 'vitest';
import {
  badgeCount,
  updateTabIndicator,
  iconOf,
  INITIAL_STATE,
  titlePrefix,
  type TabIndicatorEvent,
  type JobCounts,
} from './tab-indicator-state';

const counted = (counts: JobCounts, isAnyTabVisible = false): TabIndicatorEvent => ({
  kind: 'counted',
  counts,
  isAnyTabVisible,
});
const after = (...events: TabIndicatorEvent[]) => events.reduce(updateTabIndicator, INITIAL_STATE);
const reported = (...events: TabIndicatorEvent[]) => {
  const state = after(...events);
  return [iconOf(state), titlePrefix(state)];
};

describe('the badge of the app', () => {
  test('counts jobs that ended unseen, else those in progress', () => {
    const running = counted({ running: 2, queued: 9, succeeded: 4 });
    const ended = counted({ running: 1, succeeded: 5, failed: 1 });
    expect(
      [[], [running], [running, ended], [running, ended, { kind: 'looked' } as const]].map((each) =>
        badgeCount(after(...each)),
      ),
    ).toEqual([0, 2, 2, 1]);
  });
});

describe('the tab indicator', () => {
  test('shows nothing while no job is active, whatever finished before', () => {
    expect(reported()).toEqual(['idle', '']);
    expect(reported(counted({ running: 0, succeeded: 1219, failed: 37 }))).toEqual(['idle', '']);
  });

  test('shows the number of running jobs, not of queued ones', () => {
    expect(reported(counted({ running: 2, queued: 5, canceling: 1 }))).toEqual(['running', '(3) ']);
    expect(reported(counted({ queued: 5 }))).toEqual(['idle', '']);
  });

  test('shows jobs that finished while the tab was hidden', () => {
    expect(reported(counted({ running: 1, succeeded: 4 }), counted({ running: 0, succeeded: 5 }))).toEqual([
      'done',
      '✓ ',
    ]);
    expect(reported(counted({ running: 1, failed: 0 }), counted({ running: 0, failed: 1 }))).toEqual(['failed', '✗ ']);
  });

  test('shows a failure first, and a later success does not replace it', () => {
    expect(
      reported(
        counted({ running: 3 }),
        counted({ running: 2, failed: 1 }),
        counted({ running: 1, failed: 1, succeeded: 1 }),
      ),
    ).toEqual(['failed', '✗ (1) ']);
  });

  test('shows running jobs rather than a success', () => {
    expect(reported(counted({ running: 2 }), counted({ running: 1, succeeded: 1 }))).toEqual(['running', '✓ (1) ']);
  });

  test('ignores jobs that finished while the tab was visible, or were viewed since', () => {
    expect(reported(counted({ running: 1 }, true), counted({ succeeded: 1 }, true))).toEqual(['idle', '']);
    expect(reported(counted({ running: 1 }), counted({ failed: 1 }), { kind: 'looked' })).toEqual(['idle', '']);
  });

  test('does not count deleted records as finished jobs, and they hide none', () => {
    expect(reported(counted({ succeeded: 9 }), counted({ succeeded: 3 }))).toEqual(['idle', '']);
    expect(reported(counted({ succeeded: 9 }), counted({ succeeded: 3 }), counted({ succeeded: 4 }))).toEqual([
      'done',
      '✓ ',
    ]);
  });
});
