/// <reference types="@vitest/browser-playwright" />
import { onTestFinished } from 'vitest';
import { cdp } from 'vitest/browser';

/** Until the end of the test, the page moves as for most users; other tests run with reduced motion. */
export async function withMotion(): Promise<void> {
  await setMotion('no-preference');
  onTestFinished(() => setMotion('reduce'));
}

async function setMotion(value: 'reduce' | 'no-preference'): Promise<void> {
  await cdp().send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-reduced-motion', value }] });
}
