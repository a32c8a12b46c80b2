import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { buildCheck, RETRY_MS } from './build-check';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function makeRegistration() {
  const update = vi.fn<() => Promise<unknown>>(async () => undefined);
  const registration = Object.assign(new EventTarget(), { update, installing: null as EventTarget | null });
  return { registration: registration as unknown as ServiceWorkerRegistration, target: registration, update };
}

describe('the check for a newer build', () => {
  it('runs once if it succeeds', async () => {
    const { registration, update } = makeRegistration();
    buildCheck(registration)();
    await vi.advanceTimersByTimeAsync(10 * RETRY_MS);
    expect(update).toHaveBeenCalledTimes(1);
  });

  it('is retried while it fails', async () => {
    const { registration, update } = makeRegistration();
    update.mockRejectedValueOnce(new TypeError('failed')).mockRejectedValueOnce(new TypeError('failed'));
    buildCheck(registration)();
    await vi.advanceTimersByTimeAsync(10 * RETRY_MS);
    expect(update).toHaveBeenCalledTimes(3);
  });

  it('is retried if a file of the new build could not be downloaded', async () => {
    const { registration, target, update } = makeRegistration();
    buildCheck(registration)();
    const worker = Object.assign(new EventTarget(), { state: 'installing' });
    target.installing = worker;
    target.dispatchEvent(new Event('updatefound'));
    worker.state = 'redundant';
    worker.dispatchEvent(new Event('statechange'));
    await vi.advanceTimersByTimeAsync(10 * RETRY_MS);
    expect(update).toHaveBeenCalledTimes(2);
  });

  it('stops once the new build is in use', async () => {
    const { registration, target, update } = makeRegistration();
    buildCheck(registration)();
    const worker = Object.assign(new EventTarget(), { state: 'installing' });
    target.installing = worker;
    target.dispatchEvent(new Event('updatefound'));
    worker.state = 'activated';
    worker.dispatchEvent(new Event('statechange'));
    await vi.advanceTimersByTimeAsync(10 * RETRY_MS);
    expect(update).toHaveBeenCalledTimes(1);
  });
});
