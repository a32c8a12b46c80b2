// The list of ten thousand jobs: time until rows are shown on a cold page load and for a typed search, frames of five seconds of
// scrolling, and memory afterwards.
import { withPage } from '../sessions/browser-session.mjs';
import { median, quantile, sized } from '../figures.mjs';
import { recordFrames } from '../meters/frames.mjs';
import { inUse, rendererMb } from '../meters/page-memory.mjs';
import { IN_USE } from '../meters/page-visit.mjs';
import { pause } from '../sessions/gateway-session.mjs';
import { titleOf, withManyJobs } from '../sessions/many-jobs.mjs';

const JOBS = 10_000;
const ROUNDS = sized(5, 7);
const BAR_MS = 500;
const ROW = 'main li [data-row-id]';
/** Lets the browser finish its startup, as a user's browser has. The profile is still cold. */
const STARTED_AFTER_MS = 1500;
/** Lets the page finish all work. */
const SETTLED_AFTER_MS = 3000;

const SCROLL_SECONDS = 5;
const SCROLL_STEP_PX = 60;
const MAX_PAGE_MB = 150;

/** @param {import('../figures.mjs').Report} report */
export async function run(report) {
  await withManyJobs(JOBS, async ({ address }) => {
    /** @type {number[]} */
    const shown = [];
    /** @type {number[]} */
    const used = [];
    /** @type {number[]} */
    const found = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      await withPage(async (page) => {
        const row = await untilRow(page, `${address}/local/jobs`);
        shown.push(row.shown);
        used.push(row.inUse);
        found.push(await untilFound(page, 1000 + round));
      });
    }
    const note = `median of ${ROUNDS} cold profiles`;
    report({ name: 'first rows of 10,000 jobs shown, cold page', value: median(shown), unit: 'ms', note });
    report({ name: 'first rows of 10,000 jobs in use, cold page', value: median(used), unit: 'ms', bar: BAR_MS, note });
    report({ name: 'rows of a search in 10,000 jobs', value: median(found), unit: 'ms', bar: BAR_MS, note });
    await withPage((page) => measureScroll(page, `${address}/local/jobs`, report));
  });
}

/** @param {import('playwright').Page} page @param {string} url @param {import('../figures.mjs').Report} report */
async function measureScroll(page, url, report) {
  await page.goto(url);
  await page.getByRole('listitem').first().waitFor();
  await page.waitForTimeout(1000);
  const scroll = { step: SCROLL_STEP_PX };
  const { frames, longest } = await page.evaluate(recordFrames, { seconds: SCROLL_SECONDS, scroll });
  const note = `${frames.length} frames, 10,000 jobs`;
  report({ name: 'scroll, median frame', value: median(frames), unit: 'ms', bar: 17, note });
  report({ name: 'scroll, p95 frame', value: quantile(frames, 0.95), unit: 'ms', bar: 34, note });
  report({ name: 'scroll, longest task', value: longest, unit: 'ms', bar: 50 });
  await reportMemory(page, report);
}

/** @param {import('playwright').Page} page @param {import('../figures.mjs').Report} report */
async function reportMemory(page, report) {
  const devtools = await page.context().newCDPSession(page);
  const { heapMb, nodes } = await inUse(devtools);
  const processMb = await rendererMb(page);
  const note = 'after scrolling and a collection';
  // Memory of the whole page if the system reports it, else the heap that the browser reports.
  const heap = { name: 'script heap of the page', value: heapMb, unit: 'MB', note };
  report(processMb === null ? { ...heap, bar: MAX_PAGE_MB } : heap);
  report({ name: 'nodes of the page', value: nodes, unit: '', note });
  if (processMb === null) return;
  report({ name: 'private memory of the renderer', value: processMb, unit: 'MB', bar: MAX_PAGE_MB, note });
}

/**
 * Measures from the page request to the paint of its first rows, prerendered and in use. The page records the time itself, and the bench reads it at the
 * end, since inspecting the page would slow it down.
 * @param {import('playwright').Page} page @param {string} url
 */
async function untilRow(page, url) {
  await page.addInitScript(
    (selectors) => {
      for (const [name, selector] of Object.entries(selectors)) {
        new MutationObserver((_changes, observer) => {
          if (!document.querySelector(selector)) return;
          observer.disconnect();
          // The task after the frame runs once it is painted.
          requestAnimationFrame(() => setTimeout(() => Object.assign(globalThis, { [name]: performance.now() })));
        }).observe(document, { childList: true, subtree: true });
      }
    },
    { rowShownAt: ROW, rowInUseAt: `${ROW}${IN_USE}` },
  );
  await pause(STARTED_AFTER_MS);
  await page.goto(url, { waitUntil: 'commit' });
  await pause(SETTLED_AFTER_MS);
  // A busy machine may need longer.
  await page.waitForFunction(() => 'rowInUseAt' in globalThis);
  return page.evaluate(() => {
    const { rowShownAt = Number.NaN, rowInUseAt = Number.NaN } =
      /** @type {{ rowShownAt?: number, rowInUseAt?: number }} */ (globalThis);
    return { shown: rowShownAt, inUse: rowInUseAt };
  });
}

/**
 * Measures from the last key to the row, including the wait for further keys.
 * @param {import('playwright').Page} page
 * @param {number} job
 */
async function untilFound(page, job) {
  const field = page.getByRole('searchbox', { name: 'Search jobs' });
  await field.fill(titleOf(job));
  const startedAt = performance.now();
  await page.waitForFunction(
    (title) => {
      const links = [...document.querySelectorAll('main li a')];
      // Few rows, not one: an id may also begin with the number.
      return links.length < 10 && links.some((link) => link.textContent === title);
    },
    titleOf(job),
    { polling: 'raf' },
  );
  return performance.now() - startedAt;
}
