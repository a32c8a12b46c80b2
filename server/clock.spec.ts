import { afterEach, expect, it, vi } from 'vitest';
import { EARLIEST_MS, systemClock } from './clock';

afterEach(() => {
  vi.useRealTimers();
});

it('returns the system time unchanged', () => {
  expect(Math.abs(systemClock.now() - Date.now())).toBeLessThan(1000);
});

it('replaces a time before the release of this version, and continues from there', () => {
  vi.useFakeTimers({ now: 0, toFake: ['Date', 'performance'] });
  const first = systemClock.now();
  expect(first).toBeGreaterThanOrEqual(EARLIEST_MS);
  vi.advanceTimersByTime(5000);
  expect(systemClock.now() - first).toBe(5000);
});
