import { afterEach, expect, it, vi } from 'vitest';
import { EARLIEST_MS, systemClock } from './clock';

afterEach(() => {
  vi.useRealTimers();
});

it('the clock of the system is read as it is', () => {
  expect(Math.abs(systemClock.now() - Date.now())).toBeLessThan(1000);
});

it('a clock that stands before this version was made is replaced, and goes on', () => {
  vi.useFakeTimers({ now: 0, toFake: ['Date', 'performance'] });
  const first = systemClock.now();
  expect(first).toBeGreaterThanOrEqual(EARLIEST_MS);
  vi.advanceTimersByTime(5000);
  expect(systemClock.now() - first).toBe(5000);
});
