// Launches a browser with an empty profile for one measurement.
import { chromium } from 'playwright';
import { browserArguments, findChromium } from '../../scripts/browsers/chromium.mjs';

/**
 * @template T
 * @param {(page: import('playwright').Page) => Promise<T>} work
 * @param {{ viewport?: { width: number, height: number }, bypassCSP?: boolean }} [how] `bypassCSP` lets the bench start
 *   workers by URL, which the page's policy forbids
 * @returns {Promise<T>}
 */
export async function withPage(work, { viewport = { width: 1440, height: 900 }, bypassCSP = false } = {}) {
  const executablePath = findChromium();
  const browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    // Shared memory is small in containers, and Chromium reads large files through it.
    args: [...browserArguments(), '--disable-dev-shm-usage'],
  });
  try {
    // Only an explicitly created context can open further tabs.
    const context = await browser.newContext({ viewport, bypassCSP });
    return await work(await context.newPage());
  } finally {
    await browser.close();
  }
}
