// One visit of a page with a cold cache: paint times and blocking time.

const SETTLED_AFTER_MS = 2500;
/** A task blocks for the time beyond this limit. */
const LONG_TASK_MS = 50;

/** Excludes the prerendered content, which is not yet interactive. */
export const IN_USE = ':not([inert] *)';

/** @typedef {{ lcp: number, shownAt: number, contentAt: number, tasks: number[] }} Seen */
/**
 * `content`: selector of the first row or field; `shown`: of the same in the prerendered page, too.
 * @typedef {{ url: string, content: string, shown?: string }} Screen
 */

/**
 * Measures largest paint, when the first content is shown and when it is in use, and blocking time in milliseconds.
 * @param {import('playwright').Page} page
 * @param {Screen} screen
 */
export async function visit(page, { url, content, shown = content }) {
  await page.addInitScript(
    (selectors) => {
      /** @type {Seen} */
      const seen = { lcp: Number.NaN, shownAt: Number.NaN, contentAt: Number.NaN, tasks: [] };
      Object.assign(globalThis, { benchSeen: seen });
      new PerformanceObserver((list) => {
        seen.lcp = list.getEntries().at(-1)?.startTime ?? seen.lcp;
      }).observe({ type: 'largest-contentful-paint', buffered: true });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) seen.tasks.push(entry.duration);
      }).observe({ type: 'longtask', buffered: true });
      for (const figure of /** @type {const} */ (['shownAt', 'contentAt'])) {
        new MutationObserver((_changes, observer) => {
          if (!document.querySelector(selectors[figure])) return;
          observer.disconnect();
          // The task after the frame runs once it is painted.
          requestAnimationFrame(() => setTimeout(() => (seen[figure] = performance.now())));
        }).observe(document, { childList: true, subtree: true });
      }
    },
    { shownAt: shown, contentAt: content },
  );
  // Does not evaluate scripts in the page before it has loaded: Playwright's injected code would count as the page's own.
  await page.goto(url, { waitUntil: 'commit' });
  await page.waitForTimeout(SETTLED_AFTER_MS);
  if (!(await page.locator('h1').isVisible())) throw new Error(`${url} did not open`);
  const { tasks, ...times } = await page.evaluate(
    () => /** @type {{ benchSeen: Seen }} */ (/** @type {unknown} */ (globalThis)).benchSeen,
  );
  return { ...times, blocking: tasks.reduce((sum, ms) => sum + Math.max(0, ms - LONG_TASK_MS), 0) };
}
