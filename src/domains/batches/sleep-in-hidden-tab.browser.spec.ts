import { afterEach, expect, it, vi } from 'vitest';
import { sleepInHiddenTab } from './sleep-in-hidden-tab';

const NEVER = new Promise<never>(() => {});

/** A page whose timers do not fire, as in a tab that has been hidden for long. */
function throttle({ isHidden }: { isHidden: boolean }): void {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(isHidden);
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(() => 0 as never);
}

/** Resolves with true if the sleep ends within `frames` frames. */
function hasFinished(sleep: Promise<void>, frames: number): Promise<boolean> {
  return Promise.race([sleep.then(() => true), pass(frames)]);
}

async function pass(frames: number): Promise<false> {
  for (let frame = 0; frame < frames; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
  return false;
}

afterEach(() => vi.restoreAllMocks());

it('a sleep in a hidden tab ends in time even if its timers are delayed', async () => {
  throttle({ isHidden: true });
  const start = Date.now();
  expect(await hasFinished(sleepInHiddenTab(start + 100, NEVER), 1800)).toBe(true);
  expect(Date.now()).toBeGreaterThanOrEqual(start + 99);
  const [first, second] = [sleepInHiddenTab(Date.now() + 50, NEVER), sleepInHiddenTab(Date.now(), NEVER)];
  expect(await hasFinished(second, 1800)).toBe(true);
  expect(await hasFinished(first, 1800)).toBe(true);
});

it('a sleep in a visible tab uses the timers of the page, and ends early when woken', async () => {
  throttle({ isHidden: false });
  expect(await hasFinished(sleepInHiddenTab(Date.now() + 20, NEVER), 12)).toBe(false);
  expect(await hasFinished(sleepInHiddenTab(Date.now() + 60_000, Promise.resolve()), 60)).toBe(true);
});
