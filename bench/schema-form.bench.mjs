// The form of a model beside the form people would take from the shelf, on the same schemas: mount to paint, keystroke to
// paint, and what each brings along.
import { withPage } from './browser-session.mjs';
import { median, quantile } from './figures.mjs';
import { withFormPages } from './schema-form/build-pages.mjs';
import { documentOf, manyBranches, manyFields } from './schema-form/documents.mjs';

const MOUNTS = 9;
const WARM_UP = 2;
const KEYS = 40;
const SHELF = 'rjsf + ajv8';

/** @typedef {{ first: number, whole: number, keyP95: number, keyWork: number }} Measured ms */

/** @param {import('./figures.mjs').Report} report */
export async function run(report) {
  await withFormPages(['ours', 'rjsf'], async ({ address, weights }) => {
    const cases = { '60 fields': manyFields(60), '500 fields': manyFields(500), 'oneOf of 86': manyBranches(86) };
    const bars = {
      '60 fields': { first: 50, keyWork: 16.7 },
      '500 fields': { first: 150, keyWork: 16.7 },
      'oneOf of 86': { keyP95: 32 },
    };
    for (const [name, given] of Object.entries(cases)) {
      const ours = await measure(`${address}/ours/index.html`, given);
      const theirs = await measure(`${address}/rjsf/index.html`, given);
      /** @type {Partial<Measured>} */
      const bar = bars[/** @type {keyof typeof bars} */ (name)];
      /** @param {string} what @param {keyof Measured} figure */
      const tell = (what, figure) => {
        const note = `${SHELF}: ${theirs[figure].toFixed(1)} ms`;
        const limit = bar[figure];
        report({ name: `form, ${name}, ${what}`, value: ours[figure], unit: 'ms', note, ...(limit && { bar: limit }) });
      };
      tell('first paint', 'first');
      tell('every field drawn', 'whole');
      tell('key to paint, p95', 'keyP95');
      tell('work a key', 'keyWork');
      if (name === '500 fields') {
        const share = (ours.first / theirs.first) * 100;
        report({ name: `form, ${name}, part of ${SHELF}`, value: share, unit: '%', bar: 33.3 });
      }
    }
    const { ours, rjsf } = weights;
    if (!ours || !rjsf || rjsf.addedBytes === 0) throw new Error('Nothing was weighed');
    for (const [name, figure] of /** @type {const} */ ([
      ['form, scripts on top of the first screen', 'addedBytes'],
      ['form, scripts on top of React', 'aloneBytes'],
    ])) {
      report({ name, value: kB(ours[figure]), unit: 'kB gz', note: `${SHELF}: ${kB(rjsf[figure]).toFixed(1)} kB gz` });
    }
    const share = (ours.addedBytes / rjsf.addedBytes) * 100;
    report({ name: `form, scripts, part of ${SHELF}`, value: share, unit: '%', bar: 20 });
  });
}

/** @param {number} bytes */
const kB = (bytes) => bytes / 1000;

/** @param {string} url @param {import('./schema-form/documents.mjs').Case} given @returns {Promise<Measured>} */
async function measure(url, { schema, value, typedInto }) {
  return withPage(async (page) => {
    await page.goto(url);
    await page.waitForFunction(() => 'formPage' in window);
    const mounts = await page.evaluate(mountOften, {
      given: { schema, value, document: documentOf(schema) },
      times: MOUNTS + WARM_UP,
    });
    const warm = mounts.slice(WARM_UP);
    const session = await page.context().newCDPSession(page);
    // Ticks of the thread, not of the clock: what the page itself costs on a machine that is busy with other things.
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    await page.getByRole('textbox', { name: new RegExp(`^${typedInto}\\*?$`) }).click();
    await page.evaluate(watchKeys);
    const before = await workedMs(session);
    for (let key = 0; key < KEYS; key += 1) {
      await page.keyboard.press('a');
      // People type slower than that; without a pause one key would be measured with the work of another.
      await page.waitForTimeout(30);
    }
    const worked = (await workedMs(session)) - before;
    const keys = await page.evaluate(() => window.keyTimes);
    if (keys.length < KEYS) throw new Error(`${keys.length} of ${KEYS} keys were seen`);
    return {
      first: median(warm.map(({ first }) => first)),
      whole: median(warm.map(({ whole }) => whole)),
      keyP95: quantile(keys, 0.95),
      keyWork: worked / KEYS,
    };
  });
}

/** @param {import('playwright').CDPSession} session */
async function workedMs(session) {
  const { metrics } = await session.send('Performance.getMetrics');
  const seconds = metrics.find(({ name }) => name === 'TaskDuration')?.value;
  if (seconds === undefined) throw new Error('The browser does not tell what its page worked');
  return seconds * 1000;
}

/**
 * Runs in the page: puts the form up, and takes the time to the first paint and to the paint after the last field came.
 * @param {{ given: { schema: object, document: string, value: object }, times: number }} how
 * @returns {Promise<{ first: number, whole: number }[]>}
 */
async function mountOften({ given, times }) {
  // oxlint-disable-next-line unicorn/consistent-function-scoping -- only this function travels into the page
  const painted = () =>
    new Promise((resolve) => {
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.addEventListener('message', () => resolve(performance.now()), { once: true });
        port1.start();
        port2.postMessage(null);
      });
    });
  const taken = [];
  for (let index = 0; index < times; index += 1) {
    window.formPage.clear();
    await painted();
    const start = performance.now();
    window.formPage.mount(given);
    const first = (await painted()) - start;
    let count = document.querySelectorAll('#form label').length;
    let whole = first;
    for (let quiet = 0; quiet < 5;) {
      const at = await painted();
      const now = document.querySelectorAll('#form label').length;
      if (now === count) quiet += count === 0 ? 0 : 1;
      else [count, whole, quiet] = [now, at - start, 0];
    }
    if (count === 0) throw new Error('No field was drawn');
    taken.push({ first, whole });
  }
  return taken;
}

/** Runs in the page: from the key to the paint that shows it. Of what is faster than a frame the browser keeps no entry. */
function watchKeys() {
  window.keyTimes = [];
  window.addEventListener(
    'keydown',
    ({ timeStamp }) => {
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.addEventListener('message', () => window.keyTimes.push(performance.now() - timeStamp), { once: true });
        port1.start();
        port2.postMessage(null);
      });
    },
    { capture: true },
  );
}
