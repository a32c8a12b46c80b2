import { afterEach, describe, expect, it, vi } from 'vitest';
import { AwaitedValidation } from './await-validation';

afterEach(() => {
  vi.useRealTimers();
});

describe('the verdict on the body on screen', () => {
  it('is there at once where nothing judges, and else when judging ends', async () => {
    const verdict = new AwaitedValidation();
    await verdict.settled();
    verdict.begin();
    verdict.begin();
    let isSettled = false;
    const settled = verdict.settled().then(() => (isSettled = true));
    await Promise.resolve();
    expect(isSettled).toBe(false);
    verdict.end();
    await settled;
    await verdict.settled();
  });

  it('is waited for two seconds at most', async () => {
    vi.useFakeTimers();
    const verdict = new AwaitedValidation();
    verdict.begin();
    const settled = verdict.settled();
    await vi.advanceTimersByTimeAsync(1999);
    expect(vi.getTimerCount()).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    await settled;
  });
});
