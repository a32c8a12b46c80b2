// One visit of a page by a browser that has never seen it: when it paints, and how long it blocks.

const SETTLED_AFTER_MS = 2500;
/** A task blocks for what it takes beyond this. */
const LONG_TASK_MS = 50;

/** Not of the first picture, which cannot be used yet. */
export const IN_USE = ':not([inert] *)';

/** @typedef {{ url: string, content: string }} Screen `content`: selector of the first row or field */

/** Largest paint, first content and blocking time in milliseconds. @param {import('playwright').Page} page @param {Screen} screen */
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
      // The task behind the frame: then it is painted.
      requestAnimationFrame(() => setTimeout(() => (seen.contentAt = performance.now())));
    }).observe(document, { childList: true, subtree: true });
  }, content);
  // Nothing is asked of the page before it stands: the code that Playwright puts into it would count as its own.
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
