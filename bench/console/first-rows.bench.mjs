// Time until rows are shown with ten thousand jobs: on a cold page load, and for a typed search.
import { withPage } from '../sessions/browser-session.mjs';
import { median } from '../figures.mjs';
import { fillWithJobs, pause, submitNote, withGateway } from '../sessions/gateway-session.mjs';

const JOBS = 10_000;
const ROUNDS = 7;
const BAR_MS = 500;
/** Lets the browser finish its startup, as a user's browser has. The profile is still cold. */
const STARTED_AFTER_MS = 1500;
/** Lets the page finish all work. */
const SETTLED_AFTER_MS = 3000;

/** @param {import('../figures.mjs').Report} report */
export async function run(report) {
  await withGateway(
    ['--engine', 'scripted', '--scripted-parallel', '30', '--queue-depth', '20000'],
    async ({ address, ask }) => {
      await fillWithJobs(ask, JOBS, (index) => submitNote(ask, `Bench ${index}`));
      /** @type {number[]} */
      const cold = [];
      /** @type {number[]} */
      const found = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        await withPage(async (page) => {
          cold.push(await untilRow(page, `${address}/local/jobs`));
          found.push(await untilFound(page, 1000 + round));
        });
      }
      const note = `median of ${ROUNDS} cold profiles`;
      report({ name: 'first rows of 10,000 jobs, cold page', value: median(cold), unit: 'ms', bar: BAR_MS, note });
      report({ name: 'rows of a search in 10,000 jobs', value: median(found), unit: 'ms', bar: BAR_MS, note });
    },
  );
}

/**
 * Measures from the page request to the paint of its first rows. The page records the time itself, and the bench reads it at the
 * end, since inspecting the page would slow it down.
 * @param {import('playwright').Page} page @param {string} url
 */
async function untilRow(page, url) {
  await page.addInitScript(() => {
    new MutationObserver((_changes, observer) => {
      if (!document.querySelector('main li [data-row-id]')) return;
      observer.disconnect();
      // The task after the frame runs once it is painted.
      requestAnimationFrame(() => setTimeout(() => Object.assign(globalThis, { firstRowAt: performance.now() })));
    }).observe(document, { childList: true, subtree: true });
  });
  await pause(STARTED_AFTER_MS);
  await page.goto(url, { waitUntil: 'commit' });
  await pause(SETTLED_AFTER_MS);
  return Number(await page.evaluate(() => /** @type {{ firstRowAt?: number }} */ (globalThis).firstRowAt));
}

/**
 * Measures from the last key to the row, including the wait for further keys.
 * @param {import('playwright').Page} page
 * @param {number} job
 */
async function untilFound(page, job) {
  const field = page.getByRole('searchbox', { name: 'Search jobs' });
  await field.fill(`Bench ${job}`);
  const startedAt = performance.now();
  await page.waitForFunction(
    (title) => {
      const links = [...document.querySelectorAll('main li a')];
      // Few rows, not one: an id may also begin with the number.
      return links.length < 10 && links.some((link) => link.textContent === title);
    },
    `Bench ${job}`,
    { polling: 'raf' },
  );
  return performance.now() - startedAt;
}
