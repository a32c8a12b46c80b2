// A browser with an empty profile, for one measurement.
import { chromium } from 'playwright';
import { browserArguments, findChromium } from '../scripts/chromium.mjs';

/**
 * @template T
 * @param {(page: import('playwright').Page) => Promise<T>} work
 * @param {{ viewport?: { width: number, height: number }, bypassCSP?: boolean }} [how] `bypassCSP` lets the bench start
 *   workers by their address, as the page's policy does not
 * @returns {Promise<T>}
 */
export async function withPage(work, { viewport = { width: 1440, height: 900 }, bypassCSP = false } = {}) {
  const executablePath = findChromium();
  const browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    // Shared memory is small in containers, and large files are read through it.
    args: [...browserArguments(), '--disable-dev-shm-usage'],
  });
  try {
    // Of a context that is ours: only then can it have further tabs.
    const context = await browser.newContext({ viewport, bypassCSP });
    return await work(await context.newPage());
  } finally {
    await browser.close();
  }
}
