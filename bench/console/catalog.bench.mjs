// A catalog of ten thousand models: time from a search key to the matching rows, five seconds of scrolling, and time until the
// catalog is back after a reload.
import { withPage } from '../sessions/browser-session.mjs';
import { median, quantile } from '../figures.mjs';
import { withGateway } from '../sessions/gateway-session.mjs';
import { recordFrames } from '../meters/frames.mjs';

const MODELS = 10_000;
const PAGE = 100;
const PROVIDERS = ['amber', 'birch', 'cedar', 'delta', 'ember', 'fjord', 'grove', 'harbour'];
const NOUNS = ['flow', 'frame', 'voice', 'sketch', 'motion', 'canvas', 'score', 'relief', 'echo', 'prism'];
/** Typed and deleted, so that each round begins with all rows. Fewer models match with each key. */
const WORD = '4207';
const ROUNDS = 10;
const SECONDS = 5;
const STEP_PX = 60;

export const isOnDemand = true;

/** @param {import('../figures.mjs').Report} report */
export async function run(report) {
  await withGateway(['--engine', 'scripted'], async ({ address }) => {
    await withPage(async (page) => {
      await page.route(/\/v2\/models\?/, (route) => route.fulfill({ json: pageOf(new URL(route.request().url())) }));
      await page.goto(`${address}/local/models`);
      await page.getByText(`${MODELS.toLocaleString('en')} models`, { exact: true }).waitFor({ timeout: 120_000 });
      const search = page.getByRole('searchbox', { name: 'Search models' });
      await search.click();
      await page.evaluate(watchKeys);
      const [first] = await type(page, WORD.slice(0, 1));
      await search.fill('');
      /** @type {number[]} */
      const keys = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        keys.push(...(await type(page, WORD)));
        await search.fill('');
        await page.waitForTimeout(300);
      }
      const note = `${keys.length} keys, 10,000 models`;
      report({ name: 'catalog, first key to rows', value: first ?? Number.NaN, unit: 'ms', bar: 50 });
      report({ name: 'catalog, key to rows, median', value: median(keys), unit: 'ms', note });
      report({ name: 'catalog, key to rows, p95', value: quantile(keys, 0.95), unit: 'ms', bar: 50, note });

      await page.waitForTimeout(500);
      const { frames, longest } = await page.evaluate(recordFrames, { seconds: SECONDS, scroll: { step: STEP_PX } });
      const reported = `${frames.length} frames, 10,000 models`;
      report({ name: 'catalog scroll, median frame', value: median(frames), unit: 'ms', bar: 17, note: reported });
      report({ name: 'catalog scroll, p95 frame', value: quantile(frames, 0.95), unit: 'ms', bar: 34, note: reported });
      report({ name: 'catalog scroll, longest task', value: longest, unit: 'ms', bar: 50 });

      await page.addInitScript(watchRows);
      await page.reload();
      await page.waitForFunction(() => performance.getEntriesByName('listed').length > 0);
      const again = await page.evaluate(() => performance.getEntriesByName('listed')[0]?.startTime ?? Number.NaN);
      report({ name: 'catalog, all rows after a reload', value: again, unit: 'ms', note: 'as of the walk before' });
    });
  });
}

/** Returns a catalog page as the router serves it. @param {URL} requested */
function pageOf(requested) {
  const from = Number(requested.searchParams.get('cursor') ?? 0);
  const data = Array.from({ length: PAGE }, (_, index) => entry(from + index));
  const next = from + PAGE;
  return { data, limit: PAGE, has_more: next < MODELS, ...(next < MODELS ? { next_cursor: String(next) } : {}) };
}

/** @param {number} index */
function entry(index) {
  const provider = PROVIDERS[index % PROVIDERS.length];
  const model = `${NOUNS[Math.floor(index / PROVIDERS.length) % NOUNS.length]}-${index}`;
  const billing = { charges_on_policy_rejection: ['yes', 'no'][index % 2] };
  return { id: `${provider}/${model}`, provider, model, billing };
}

/** @param {import('playwright').Page} page @param {string} word @returns {Promise<number[]>} ms from each key to its rows */
async function type(page, word) {
  await page.evaluate(() => (window.keyTimes = []));
  for (const key of word) {
    await page.keyboard.press(key);
    // Users type more slowly; without a pause the work of one key would count for the next.
    await page.waitForTimeout(120);
  }
  const times = await page.evaluate(() => window.keyTimes);
  if (times.length < word.length) throw new Error(`${times.length} of ${word.length} keys changed the rows`);
  return times;
}

/** Runs in the page: measures from the key to the paint of the matching rows, which appear with their count. */
function watchKeys() {
  const count = [...document.querySelectorAll('[role="status"]')].find((each) => each.textContent?.includes('models'));
  if (!count) throw new Error('Nothing says how many models fit');
  let pressedAt = 0;
  window.addEventListener('keydown', ({ timeStamp }) => (pressedAt = timeStamp), { capture: true });
  new MutationObserver(() => {
    const at = pressedAt;
    pressedAt = 0;
    if (at === 0) return;
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.addEventListener('message', () => window.keyTimes.push(performance.now() - at), { once: true });
      port1.start();
      port2.postMessage(null);
    });
  }).observe(count, { childList: true, subtree: true, characterData: true });
}

/** Runs in the page: records when a list of all models is shown, whether fetched again or not. */
function watchRows() {
  new MutationObserver((_, observer) => {
    if (document.querySelector('[data-row]')?.getAttribute('aria-setsize') !== '10000') return;
    performance.mark('listed');
    observer.disconnect();
  }).observe(document, { childList: true, subtree: true });
}
