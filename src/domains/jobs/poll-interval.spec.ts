import { fc } from '@contract/testing/properties';
import { describe, expect, it } from 'vitest';
import {
  POLL_FAILING_MAX_MS,
  POLL_FAST_MS,
  POLL_HIDDEN_MS,
  POLL_SLOW_MS,
  pollInterval,
  type PollState,
} from './poll-interval';

const calm: PollState = {
  now: 100_000,
  changedAt: 100_000,
  isHidden: false,
  hasActive: true,
  isLive: false,
  failingForMs: null,
  retryAfterS: null,
};

const after = (ms: number) => pollInterval({ ...calm, now: calm.changedAt + ms });

describe('the poll interval', () => {
  it('is 1 s for 30 s after a change, then grows to 5 s', () => {
    expect(after(0)).toBe(POLL_FAST_MS);
    expect(after(30_000)).toBe(POLL_FAST_MS);
    expect(after(75_000)).toBe(3000);
    expect(after(3_600_000)).toBe(POLL_SLOW_MS);
  });

  it('J-3.02: is off when all shown jobs are terminal', () => {
    expect(pollInterval({ ...calm, hasActive: false })).toBe(false);
    expect(pollInterval({ ...calm, hasActive: false, isHidden: true })).toBe(false);
  });

  it('is 15 to 30 s in a hidden tab while jobs are active', () => {
    for (const isLive of [true, false]) {
      const interval = pollInterval({ ...calm, isHidden: true, isLive });
      expect(interval).toBeGreaterThanOrEqual(15_000);
      expect(interval).toBeLessThanOrEqual(30_000);
    }
  });

  it('grows while the surface fails, without an end', () => {
    const failing = (ms: number) => pollInterval({ ...calm, hasActive: false, failingForMs: ms });
    expect(failing(0)).toBe(POLL_FAST_MS);
    expect(failing(10_000)).toBe(5000);
    expect(failing(600_000)).toBe(POLL_FAILING_MAX_MS);
    expect(pollInterval({ ...calm, failingForMs: 0, isHidden: true })).toBe(POLL_HIDDEN_MS);
  });

  it('honors Retry-After', () => {
    expect(pollInterval({ ...calm, failingForMs: 0, retryAfterS: 42 })).toBe(42_000);
  });

  it('is never shorter than 1 s', () => {
    const anyState = fc.record({
      now: fc.nat(1e7),
      changedAt: fc.nat(1e7),
      isHidden: fc.boolean(),
      hasActive: fc.boolean(),
      isLive: fc.boolean(),
      failingForMs: fc.option(fc.nat(1e7)),
      retryAfterS: fc.option(fc.nat(600)),
    });
    fc.assert(
      fc.property(anyState, (state) => {
        const interval = pollInterval(state);
        return interval === false || interval >= POLL_FAST_MS;
      }),
    );
  });
});
