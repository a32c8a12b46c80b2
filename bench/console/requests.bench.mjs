// Requests per minute of the jobs page to the gateway, with no, one and fifty running jobs, visible and hidden.
import { withPage } from '../sessions/browser-session.mjs';
import { pause, withGateway } from '../sessions/gateway-session.mjs';

const SECONDS = 60;
/** Excludes the initial requests of a page, which are not polling. */
const SETTLE_MS = 3000;
/** Six browsers start at once. */
const LIVE_MS = 120_000;

/**
 * Maximum requests per minute, excluding streams, by number of running jobs.
 * @type {Record<string, Record<number, number>>}
 */
const BARS = { visible: { 0: 15, 1: 30, 50: 30 }, hidden: { 0: 5, 1: 8, 50: 8 } };

export const isOnDemand = true;

/** @param {import('../figures.mjs').Report} report */
export async function run(report) {
  // All at once: they wait for a minute, and the counts do not depend on how busy the machine is.
  const ends = await Promise.allSettled([0, 1, 50].map(measure));
  for (const end of ends) {
    if (end.status === 'rejected') throw end.reason;
    for (const figure of end.value) report(figure);
  }
}

/** @param {number} jobs @returns {Promise<import('../figures.mjs').Figure[]>} */
function measure(jobs) {
  return withGateway(['--engine', 'scripted', '--scripted-parallel', '50'], async ({ address, ask }) => {
    for (let index = 0; index < jobs; index += 1) {
      const { status, text } = await ask('POST', '/api/v2/jobs', {
        workflow: { 1: { class_type: 'ScriptSteps', inputs: { steps: 10_000, ms: 500, preview: false } } },
      });
      if (status !== 201) throw new Error(`A job was refused: ${text}`);
    }
    const looks = Object.entries(BARS);
    return Promise.all(
      looks.map(async ([look, bars]) => {
        const paths = await withPage((page) => countRequests(page, address, look === 'hidden'));
        const name = `requests a minute, ${jobs} running, ${look}`;
        return { name, value: paths.length, unit: '', bar: bars[jobs] ?? Number.NaN, note: summary(paths) };
      }),
    );
  });
}

/**
 * @param {import('playwright').Page} page @param {string} address @param {boolean} isHidden
 * @returns {Promise<string[]>} paths without ids
 */
async function countRequests(page, address, isHidden) {
  // Headless browsers report every tab as visible.
  if (isHidden) {
    await page.addInitScript(() => {
      Object.defineProperty(document, 'hidden', { get: () => true });
      Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' });
    });
  }
  await page.goto(`${address}/local/jobs`);
  await page.getByText('live', { exact: true }).waitFor({ timeout: LIVE_MS });
  await pause(SETTLE_MS);
  /** @type {string[]} */
  const paths = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/(?:api|console)\//.test(pathname)) paths.push(pathname.replace(/[\da-f-]{36}/, '{id}'));
  });
  await pause(SECONDS * 1000);
  return paths;
}

/** @param {readonly string[]} paths */
function summary(paths) {
  const counts = new Map();
  for (const path of paths) counts.set(path, (counts.get(path) ?? 0) + 1);
  return [...counts].map(([path, count]) => `${count} ${path}`).join(', ');
}
