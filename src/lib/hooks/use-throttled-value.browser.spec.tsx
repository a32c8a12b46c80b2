import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderHook } from 'vitest-browser-react';
import { useThrottledValue } from './use-throttled-value';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

it('the first value appears at once, and of values that follow too soon only the newest', async () => {
  const { result, rerender, act } = await renderHook((value?: number) => useThrottledValue(value, 1000), {
    initialProps: 1,
  });
  expect(result.current).toBe(1);
  for (const value of [2, 3]) {
    await rerender(value);
    await act(() => vi.advanceTimersByTime(400));
    expect(result.current).toBe(1);
  }
  await act(() => vi.advanceTimersByTime(200));
  expect(result.current).toBe(3);
  // Whoever comes late has waited long enough.
  await act(() => vi.advanceTimersByTime(5000));
  await rerender(4);
  await act(() => vi.advanceTimersByTime(0));
  expect(result.current).toBe(4);
});
