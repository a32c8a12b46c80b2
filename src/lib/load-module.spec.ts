import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { loadModule } from './load-module';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it('a module that fails to load is retried every five seconds until it loads', async () => {
  const load = vi.fn(async () => {
    if (load.mock.calls.length < 3) throw new TypeError('Failed to fetch dynamically imported module');
    return { answer: 42 };
  });
  const loading = loadModule(load);
  await vi.advanceTimersByTimeAsync(9999);
  expect(load).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(1);
  await expect(loading).resolves.toEqual({ answer: 42 });
  expect(load).toHaveBeenCalledTimes(3);
});
