// What a first visit feels like: largest paint and blocked time of cold profiles, one browser each.
import { withPage } from './browser-session.mjs';
import { median } from './figures.mjs';
import { submitNote, waitUntilDone, withGateway } from './gateway-session.mjs';

const PROFILES = 9;
const JOBS = 50;

const LCP_BAR_MS = 400;
/** Of the model screens against the list of jobs, in the same run. */
const MODELS_RATIO_BAR = 1.3;
const BLOCKING_BAR_MS = 50;
const SETTLED_AFTER_MS = 2500;
/** A task blocks for what it takes beyond this. */
const LONG_TASK_MS = 50;

/** @param {import('./figures.mjs').Report} report */
export async function run(report) {
  await withGateway(['--engine', 'scripted', '--scripted-parallel', '30'], async ({ address, ask }) => {
    await measure(report, 'submit, empty', `${address}/local/submit`);
    for (let index = 0; index < JOBS; index += 1) await submitNote(ask, `Bench ${index}`);
    await waitUntilDone(ask, 60_000);
    const jobs = await measure(report, `jobs, ${JOBS} rows`, `${address}/local/jobs`);
    for (const [screen, path] of /** @type {const} */ ([
      ['model catalog', 'models'],
      ['model page', 'models/flowdeck/halftone'],
    ])) {
      const lcp = await measure(report, screen, `${address}/local/${path}`);
      report({
        name: `largest paint, ${screen} over jobs`,
        value: lcp / jobs,
        unit: 'x',
        bar: MODELS_RATIO_BAR,
        note: 'ratio of the medians',
      });
    }
  });
}

/**
 * @param {import('./figures.mjs').Report} report @param {string} screen @param {string} url
 * @returns {Promise<number>} median largest paint in milliseconds
 */
async function measure(report, screen, url) {
  const visits = [];
  for (let index = 0; index < PROFILES; index += 1) visits.push(await withPage((page) => visit(page, url)));
  const note = `median of ${PROFILES} cold profiles`;
  const lcp = median(visits.map((visit) => visit.lcp));
  report({
    name: `largest paint, ${screen}`,
    value: lcp,
    unit: 'ms',
    bar: LCP_BAR_MS,
    note,
  });
  report({
    name: `blocking time, ${screen}`,
    value: median(visits.map(({ blocking }) => blocking)),
    unit: 'ms',
    bar: BLOCKING_BAR_MS,
    note,
  });
  return lcp;
}

/** @param {import('playwright').Page} page @param {string} url */
async function visit(page, url) {
  await page.addInitScript(() => {
    /** @type {{ lcp: number, tasks: number[] }} */
    const seen = { lcp: Number.NaN, tasks: [] };
    Object.assign(globalThis, { benchSeen: seen });
    new PerformanceObserver((list) => {
      seen.lcp = list.getEntries().at(-1)?.startTime ?? seen.lcp;
    }).observe({ type: 'largest-contentful-paint', buffered: true });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.tasks.push(entry.duration);
    }).observe({ type: 'longtask', buffered: true });
  });
  // Nothing is asked of the page before it stands: the code that Playwright puts into it would count as its own.
  await page.goto(url, { waitUntil: 'commit' });
  await page.waitForTimeout(SETTLED_AFTER_MS);
  if (!(await page.locator('h1').isVisible())) throw new Error(`${url} did not open`);
  const { lcp, tasks } = await page.evaluate(
    () =>
      /** @type {{ benchSeen: { lcp: number, tasks: number[] } }} */ (/** @type {unknown} */ (globalThis)).benchSeen,
  );
  return { lcp, blocking: tasks.reduce((sum, ms) => sum + Math.max(0, ms - LONG_TASK_MS), 0) };
}
