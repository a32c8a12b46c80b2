// Compares our model form with an off-the-shelf one for the same schemas: mount to paint, and keystroke to paint.
import { withPage } from '../sessions/browser-session.mjs';
import { quantile } from '../figures.mjs';
import { typeKeys } from '../meters/keys.mjs';
import { watchWork } from '../meters/page-work.mjs';
import { withBuiltPages } from './pages/build-pages.mjs';
import { documentOf, manyBranches, manyFields } from './pages/documents.mjs';

const MOUNTS = 12;
const WARM_UP = 2;
const KEYS = 40;
const SHELF = 'rjsf + ajv8';

/** @typedef {{ first: number, firstWork: number, whole: number, keyP95: number, keyWork: number }} Measured ms */

/** @param {import('../figures.mjs').Report} report */
export async function run(report) {
  await withBuiltPages(['our-form', 'rjsf-form'], {}, async (address) => {
    const cases = { '60 fields': manyFields(60), '500 fields': manyFields(500), 'oneOf of 86': manyBranches(86) };
    const bars = {
      '60 fields': { first: 50, keyWork: 16.7 },
      '500 fields': { first: 150, keyWork: 16.7 },
      'oneOf of 86': { keyP95: 32 },
    };
    for (const [name, given] of Object.entries(cases)) {
      const ours = await measure(`${address}/our-form/index.html`, given);
      const theirs = await measure(`${address}/rjsf-form/index.html`, given);
      /** @type {Partial<Measured>} */
      const bar = bars[/** @type {keyof typeof bars} */ (name)];
      /** @param {string} what @param {keyof Measured} figure */
      const tell = (what, figure) => {
        const note = `${SHELF}: ${theirs[figure].toFixed(1)} ms`;
        const limit = bar[figure];
        report({ name: `form, ${name}, ${what}`, value: ours[figure], unit: 'ms', note, ...(limit && { bar: limit }) });
      };
      tell('first paint', 'first');
      tell('work of the first paint', 'firstWork');
      tell('every field drawn', 'whole');
      tell('key to paint, p95', 'keyP95');
      tell('work a key', 'keyWork');
      if (name === '500 fields') {
        const share = (ours.firstWork / theirs.firstWork) * 100;
        report({ name: `form, ${name}, work, part of ${SHELF}`, value: share, unit: '%', bar: 33.3 });
        const whole = (ours.whole / theirs.whole) * 100;
        report({ name: `form, ${name}, every field drawn, part of ${SHELF}`, value: whole, unit: '%' });
      }
    }
  });
}

/** @param {string} url @param {import('./pages/documents.mjs').Case} given @returns {Promise<Measured>} */
async function measure(url, { schema, value, typedInto, fields }) {
  return withPage(async (page) => {
    await page.goto(url);
    await page.waitForFunction(() => 'formPage' in window);
    const worked = await watchWork(page);
    await page.evaluate(prepare, { schema, value, document: documentOf(schema) });
    /** @type {{ first: number, firstWork: number, whole: number }[]} */
    const mounts = [];
    for (let index = 0; index < MOUNTS + WARM_UP; index += 1) {
      await page.evaluate(() => window.bench.clear());
      const before = await worked();
      const first = await page.evaluate(() => window.bench.mount());
      const firstWork = (await worked()) - before;
      mounts.push({ first, firstWork, whole: await page.evaluate((count) => window.bench.settle(count), fields) });
    }
    // The best quarter: the rest includes other load of the machine, for both forms alike.
    const better = (/** @type {'first' | 'firstWork' | 'whole'} */ figure) => {
      const values = mounts.slice(WARM_UP).map((mount) => mount[figure]);
      return quantile(values, 0.25);
    };
    await page.getByRole('textbox', { name: new RegExp(`^${typedInto}\\*?$`) }).click();
    const before = await worked();
    const keys = await typeKeys(page, { count: KEYS, pauseMs: 30 });
    const keyWork = ((await worked()) - before) / KEYS;
    return {
      first: better('first'),
      firstWork: better('firstWork'),
      whole: better('whole'),
      keyP95: quantile(keys, 0.95),
      keyWork,
    };
  });
}

/**
 * Runs in the page: prepares mounting the form and reporting when its first part and the whole form are painted.
 * @param {{ schema: object, document: string, value: object }} given
 */
function prepare(given) {
  const painted = () =>
    new Promise((/** @type {(at: number) => void} */ resolve) => {
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.addEventListener('message', () => resolve(performance.now()), { once: true });
        port1.start();
        port2.postMessage(null);
      });
    });
  const fields = () => document.querySelectorAll('#root label').length;
  let start = 0;
  let firstAt = 0;
  window.bench = {
    async clear() {
      window.formPage.clear();
      await painted();
    },
    async mount() {
      start = performance.now();
      window.formPage.mount(given);
      firstAt = await painted();
      return firstAt - start;
    },
    // Waits until all fields are there and five frames add nothing. The first load of lazy parts takes longer and is not counted.
    async settle(least) {
      let [count, last] = [fields(), firstAt];
      for (let quiet = 0, frames = 0; quiet < 5 && frames < 300; frames += 1) {
        const at = await painted();
        const now = fields();
        if (now !== count) [count, last, quiet] = [now, at, 0];
        else if (count >= least) quiet += 1;
      }
      if (count < least) throw new Error(`${count} of ${least} fields were drawn`);
      return last - start;
    },
  };
}
