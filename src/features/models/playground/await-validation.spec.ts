import { afterEach, describe, expect, it, vi } from 'vitest';
import { AwaitedValidation } from './await-validation';

afterEach(() => {
  vi.useRealTimers();
});

describe('waiting for the validation of the body on screen', () => {
  it('ends at once if nothing is validated, and otherwise with the validation', async () => {
    const result = new AwaitedValidation();
    await result.settled();
    result.begin();
    result.begin();
    let isSettled = false;
    const settled = result.settled().then(() => (isSettled = true));
    await Promise.resolve();
    expect(isSettled).toBe(false);
    result.end();
    await settled;
    await result.settled();
  });

  it('takes two seconds at most', async () => {
    vi.useFakeTimers();
    const result = new AwaitedValidation();
    result.begin();
    const settled = result.settled();
    await vi.advanceTimersByTimeAsync(1999);
    expect(vi.getTimerCount()).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    await settled;
  });
});
