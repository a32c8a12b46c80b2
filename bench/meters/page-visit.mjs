// One visit of a page with a cold cache: paint times and blocking time.

const SETTLED_AFTER_MS = 2500;
/** A task blocks for the time beyond this limit. */
const LONG_TASK_MS = 50;

/** Excludes the prerendered content, which is not yet interactive. */
export const IN_USE = ':not([inert] *)';

/** @typedef {{ url: string, content: string }} Screen `content`: selector of the first row or field */

/**
 * Measures largest paint, first content and blocking time in milliseconds.
 * @param {import('playwright').Page} page
 * @param {Screen} screen
 */
export async function visit(page, { url, content }) {
  await page.addInitScript((selector) => {
    /** @type {{ lcp: number, contentAt: number, tasks: number[] }} */
    const seen = { lcp: Number.NaN, contentAt: Number.NaN, tasks: [] };
    Object.assign(globalThis, { benchSeen: seen });
    new PerformanceObserver((list) => {
      seen.lcp = list.getEntries().at(-1)?.startTime ?? seen.lcp;
    }).observe({ type: 'largest-contentful-paint', buffered: true });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.tasks.push(entry.duration);
    }).observe({ type: 'longtask', buffered: true });
    new MutationObserver((_changes, observer) => {
      if (!document.querySelector(selector)) return;
      observer.disconnect();
      // The task after the frame runs once it is painted.
      requestAnimationFrame(() => setTimeout(() => (seen.contentAt = performance.now())));
    }).observe(document, { childList: true, subtree: true });
  }, content);
  // Does not evaluate scripts in the page before it has loaded: Playwright's injected code would count as the page's own.
  await page.goto(url, { waitUntil: 'commit' });
  await page.waitForTimeout(SETTLED_AFTER_MS);
  if (!(await page.locator('h1').isVisible())) throw new Error(`${url} did not open`);
  const { lcp, contentAt, tasks } = await page.evaluate(
    () =>
      /** @type {{ benchSeen: { lcp: number, contentAt: number, tasks: number[] } }} */ (
        /** @type {unknown} */ (globalThis)
      ).benchSeen,
  );
  return { lcp, contentAt, blocking: tasks.reduce((sum, ms) => sum + Math.max(0, ms - LONG_TASK_MS), 0) };
}
