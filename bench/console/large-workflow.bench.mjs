// Opens a workflow file of 2,000 nodes in the editor, and types into a prompt of its form.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { median, quantile } from '../figures.mjs';
import { typeKeys } from '../meters/keys.mjs';
import { watchWork } from '../meters/page-work.mjs';
import { withPage } from '../sessions/browser-session.mjs';
import { withGateway } from '../sessions/gateway-session.mjs';

const NODES = 2000;
const PROFILES = 5;
const KEYS = 40;
const OPEN_BAR_MS = 1500;
const FRAME_MS = 1000 / 60;
/** Longer than the delay after which the editor checks and saves a change. */
const PAUSE_MS = 500;

/** @param {import('../figures.mjs').Report} report */
export async function run(report) {
  const folder = mkdtempSync(path.join(tmpdir(), 'flowdeck-large-'));
  const file = path.join(folder, 'large.json');
  writeFileSync(file, JSON.stringify(workflowOf(NODES)));
  /** @type {Visit[]} */
  const visits = [];
  try {
    await withGateway(['--engine', 'embedded'], async ({ address }) => {
      for (let index = 0; index < PROFILES; index += 1) {
        visits.push(await withPage((page) => visit(page, `${address}/local/submit`, file)));
      }
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const of = (/** @type {keyof Visit} */ figure) => visits.flatMap((each) => each[figure]);
  const name = `workflow of ${NODES} nodes`;
  const slowest = (/** @type {keyof Visit} */ figure) =>
    `slowest of ${PROFILES}: ${Math.max(...of(figure)).toFixed(0)} ms`;
  report({ name: `${name}, form`, value: median(of('form')), unit: 'ms', bar: OPEN_BAR_MS, note: slowest('form') });
  report({ name: `${name}, graph`, value: median(of('graph')), unit: 'ms', bar: OPEN_BAR_MS, note: slowest('graph') });
  report({ name: `${name}, longest task`, value: median(of('longest')), unit: 'ms', note: slowest('longest') });
  const note = `${PROFILES * KEYS} keys`;
  report({ name: `${name}, key to paint, median`, value: median(of('keys')), unit: 'ms', bar: FRAME_MS, note });
  report({
    name: `${name}, key to paint, p95`,
    value: quantile(of('keys'), 0.95),
    unit: 'ms',
    bar: 2 * FRAME_MS,
    note,
  });
  report({ name: `${name}, work a key`, value: median(of('keyWork')), unit: 'ms', bar: FRAME_MS });
  report({ name: `${name}, task after a key, longest`, value: median(of('longestLater')), unit: 'ms', bar: 50 });
}

/**
 * @typedef {object} Visit milliseconds
 * @property {number} form from the choice of the file until a prompt is painted
 * @property {number} graph until nodes of the graph are painted
 * @property {number} longest longest task until nothing is left to do
 * @property {number[]} keys from keys to their paint
 * @property {number} keyWork work of the main thread for a key, without the check and the save after the last one
 * @property {number} longestLater longest task of a key, the check and the save
 */

/** @param {import('playwright').Page} page @param {string} url @param {string} file @returns {Promise<Visit>} */
async function visit(page, url, file) {
  await page.goto(url);
  await page.getByRole('button', { name: 'Choose files' }).waitFor();
  await page.waitForTimeout(1000);
  await page.evaluate(watchOpening, { form: 'main [data-node] textarea', graph: 'main .react-flow__node' });
  await page.getByLabel('Workflow files').setInputFiles(file);
  const opened = await page.evaluate(() => window.opening);
  await page.waitForTimeout(3000);
  const longest = await page.evaluate(() => window.longestTask());
  const prompt = page.locator('main [data-node] textarea').first();
  await prompt.click();
  await page.waitForTimeout(PAUSE_MS);
  const worked = await watchWork(page);
  const before = await worked();
  const keys = await typeKeys(page, { count: KEYS, pauseMs: 60 });
  const keyWork = ((await worked()) - before) / KEYS;
  if (!(await prompt.inputValue()).includes('a'.repeat(KEYS))) throw new Error('The keys did not reach the prompt');
  await page.waitForTimeout(PAUSE_MS);
  await page.evaluate(() => window.longestTask());
  await typeKeys(page, { count: 4, pauseMs: PAUSE_MS });
  return { ...opened, longest, keys, keyWork, longestLater: await page.evaluate(() => window.longestTask()) };
}

/**
 * Runs in the page: measures from the choice of a file until each of the selectors matches and is painted.
 * @param {{ form: string, graph: string }} selectors
 */
function watchOpening(selectors) {
  let longest = 0;
  new PerformanceObserver((entries) => {
    for (const { duration } of entries.getEntries()) longest = Math.max(longest, duration);
  }).observe({ type: 'longtask' });
  window.longestTask = () => {
    const found = longest;
    longest = 0;
    return found;
  };
  // oxlint-disable-next-line unicorn/consistent-function-scoping -- only this function travels into the page
  const painted = (/** @type {string} */ selector) =>
    new Promise((/** @type {(at: number) => void} */ resolve) => {
      const observer = new MutationObserver(check);
      observer.observe(document, { childList: true, subtree: true });
      function check() {
        if (!document.querySelector(selector)) return;
        observer.disconnect();
        // The task after the frame runs once it is painted.
        requestAnimationFrame(() => setTimeout(() => resolve(performance.now())));
      }
    });
  const changed = new Promise((/** @type {(at: number) => void} */ resolve) => {
    document.addEventListener('change', () => resolve(performance.now()), { capture: true, once: true });
  });
  window.opening = Promise.all([changed, painted(selectors.form), painted(selectors.graph)]).then(
    ([start, form, graph]) => ({ form: form - start, graph: graph - start }),
  );
}

/** Builds a workflow with two inputs per node on average. @param {number} nodes @returns {object} */
function workflowOf(nodes) {
  /** @type {Record<string, object>} */
  const workflow = {};
  const add = (/** @type {number} */ id, /** @type {string} */ type, /** @type {object} */ inputs) => {
    workflow[id] = { class_type: type, inputs, _meta: { title: `${type} ${id}` } };
  };
  for (let id = 1; id < nodes; id += 1) {
    const before = (/** @type {number} */ steps) => [String(id - steps), 0];
    switch (id % 8) {
      case 1:
        add(id, 'PrimitiveStringMultiline', { value: `A red fox in the snow, number ${id}, soft light` });
        break;
      case 2:
        add(id, 'StringConcatenate', { string_a: before(1), string_b: before(1), delimiter: ', ' });
        break;
      case 3:
        add(id, 'EmptyImage', { width: 512, height: 512, batch_size: 1, color: id });
        break;
      case 4:
        add(id, 'ImageScale', { image: before(1), upscale_method: 'lanczos', width: 640, height: 480, crop: 'center' });
        break;
      case 5:
        add(id, 'ImageBlur', { image: before(1), blur_radius: 3, sigma: 1.5 });
        break;
      case 6:
        add(id, 'ImageBlend', { image1: before(1), image2: before(3), blend_factor: 0.5, blend_mode: 'normal' });
        break;
      case 7:
        add(id, 'ImageInvert', { image: before(1) });
        break;
      default:
        add(id, 'ImageSharpen', { image: before(1), sharpen_radius: 1, sigma: 1.5, alpha: 0.5 });
    }
  }
  add(nodes, 'SaveImage', { images: [String(nodes - (nodes % 8 === 1 ? 1 : 2)), 0], filename_prefix: 'large' });
  return workflow;
}
