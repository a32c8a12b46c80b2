// How soon rows stand on the screen with ten thousand jobs behind them: of a cold page, and of a search that is typed.
import { withPage } from './browser-session.mjs';
import { median } from './figures.mjs';
import { fillWithJobs, pause, submitNote, withGateway } from './gateway-session.mjs';

const JOBS = 10_000;
const ROUNDS = 7;
const BAR_MS = 500;
/** A browser that was just started is busy with itself; the one of a person stands. The profile is as cold. */
const STARTED_AFTER_MS = 1500;
/** Until nothing is under way any more. */
const SETTLED_AFTER_MS = 3000;

/** @param {import('./figures.mjs').Report} report */
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
 * From the request of the page to the paint of its first rows. The page itself takes the time, and is looked at only
 * when all is over: whatever looks takes time from it. @param {import('playwright').Page} page @param {string} url
 */
async function untilRow(page, url) {
  await page.addInitScript(() => {
    new MutationObserver((_changes, observer) => {
      if (!document.querySelector('main li [data-row-id]')) return;
      observer.disconnect();
      // The task behind the frame: then it is painted.
      requestAnimationFrame(() => setTimeout(() => Object.assign(globalThis, { firstRowAt: performance.now() })));
    }).observe(document, { childList: true, subtree: true });
  });
  await pause(STARTED_AFTER_MS);
  await page.goto(url, { waitUntil: 'commit' });
  await pause(SETTLED_AFTER_MS);
  return Number(await page.evaluate(() => /** @type {{ firstRowAt?: number }} */ (globalThis).firstRowAt));
}

/** From the last key to the row, the pause for further keys included. @param {import('playwright').Page} page @param {number} job */
async function untilFound(page, job) {
  const field = page.getByRole('searchbox', { name: 'Search jobs' });
  await field.fill(`Bench ${job}`);
  const startedAt = performance.now();
  await page.waitForFunction(
    (title) => {
      const links = [...document.querySelectorAll('main li a')];
      // Few: an id may begin with the number, too.
      return links.length < 10 && links.some((link) => link.textContent === title);
    },
    `Bench ${job}`,
    { polling: 'raf' },
  );
  return performance.now() - startedAt;
}
