import { expect } from 'vitest';

const press = (key: string) =>
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));

/** The shell listens to keys after the first paint: waits until it takes the first key of a sequence, then ends that. */
export async function awaitShortcuts(): Promise<void> {
  await expect.poll(() => press('g')).toBe(false);
  press('§');
}
