import { afterEach, describe, expect, it, vi } from 'vitest';
import { renderHook } from 'vitest-browser-react';
import { useNow } from './use-now';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('the stepped clock', () => {
  it('renders once per step, with one timer for all components', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'], now: 10_400 });
    const started = vi.spyOn(globalThis, 'setInterval');
    const draws = vi.fn<(now: number) => void>();
    const useClock = () => {
      const now = useNow(1000);
      draws(now);
      return now;
    };
    const first = await renderHook(useClock);
    const second = await renderHook(useClock);
    expect([first.result.current, second.result.current]).toEqual([10_000, 10_000]);
    expect(started).toHaveBeenCalledTimes(1);
    draws.mockClear();
    await first.act(() => vi.advanceTimersByTime(1000));
    expect(draws.mock.calls).toEqual([[11_000], [11_000]]);
    await first.unmount();
    await second.unmount();
    expect(vi.getTimerCount()).toBe(0);
  });
});
