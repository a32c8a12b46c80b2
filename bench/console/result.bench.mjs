// How soon the editor shows the first preview of a run, and the job page the inputs of a job of 500 nodes.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { withPage } from '../sessions/browser-session.mjs';
import { median, sized } from '../figures.mjs';
import { waitUntil, withGateway } from '../sessions/gateway-session.mjs';
import { followSteps } from '../sessions/job-steps.mjs';

const ROUNDS = sized(5, 9);
const BAR_MS = 100;
/** Long enough to follow the job before its first preview. */
const STEP_MS = 1500;
const NODES = 500;
/** Lets the page finish its startup. */
const SETTLED_AFTER_MS = 1500;

/** @param {import('../figures.mjs').Report} report */
export async function run(report) {
  await withGateway(['--engine', 'scripted'], async (session) => {
    /** @type {number[]} */
    const delays = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      delays.push(await withPage((page) => untilPreview(page, session)));
    }
    const note = `median of ${ROUNDS} new profiles, each the first run of its draft`;
    report({ name: 'preview to picture in the editor', value: median(delays), unit: 'ms', bar: BAR_MS, note });
  });
  await withGateway(['--engine', 'embedded'], async (session) => {
    const url = await runLarge(session);
    /** @type {number[]} */
    const first = [];
    /** @type {number[]} */
    const again = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      await withPage(async (page) => {
        await page.goto(`${url}?tab=details`);
        first.push(await untilInputs(page));
        await page.getByRole('tab', { name: 'Details' }).click();
        again.push(await untilInputs(page));
      });
    }
    const note = `median of ${ROUNDS} new profiles, from the click on the tab`;
    report({ name: `inputs of ${NODES} nodes, with their code`, value: median(first), unit: 'ms', bar: BAR_MS, note });
    report({ name: `inputs of ${NODES} nodes, again`, value: median(again), unit: 'ms', bar: BAR_MS, note });
  });
}

/**
 * Milliseconds from the arrival of the first preview at a client in this process until its picture is painted. A step and its preview arrive together.
 * @param {import('playwright').Page} page @param {import('../sessions/gateway-session.mjs').Session} session
 */
async function untilPreview(page, { address, ask }) {
  const folder = mkdtempSync(path.join(tmpdir(), 'flowdeck-result-'));
  const file = path.join(folder, 'steps.json');
  const steps = { class_type: 'ScriptSteps', inputs: { steps: 2, ms: STEP_MS, preview: true } };
  writeFileSync(file, JSON.stringify({ 1: steps }));
  try {
    await page.goto(`${address}/local/submit`);
    await page.getByRole('button', { name: 'Choose files' }).waitFor();
    await page.waitForTimeout(SETTLED_AFTER_MS);
    await page.getByLabel('Workflow files').setInputFiles(file);
    const button = page.getByRole('button', { name: 'Run', exact: true });
    await button.waitFor();
    await page.waitForTimeout(SETTLED_AFTER_MS);
    const before = await newestId(ask);
    await button.click();
    await waitUntil(async () => (await newestId(ask)) !== before, STEP_MS);
    const arrivals = followSteps(address, (await newestId(ask)) ?? '');
    const shownAt = await page.evaluate(paintOf, 'aside img[alt="Live preview of the running job"]');
    const arrivedAt = Math.min(...(await arrivals).values());
    return shownAt - arrivedAt;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** @param {import('../sessions/gateway-session.mjs').Session['ask']} ask @returns {Promise<string | undefined>} */
async function newestId(ask) {
  return JSON.parse((await ask('GET', '/api/v2/jobs?limit=1')).text).jobs[0]?.id;
}

/**
 * Runs in the page: resolves with the machine's time when an image has been painted.
 * @param {string} selector @returns {Promise<number>}
 */
async function paintOf(selector) {
  for (;;) {
    await new Promise((resolve) => requestAnimationFrame(resolve));
    const image = document.querySelector(selector);
    if (image instanceof HTMLImageElement && image.complete && image.naturalWidth > 0) break;
  }
  // A task posted from the frame runs after that frame is painted.
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0)));
  return performance.timeOrigin + performance.now();
}

/** Runs a job of many nodes. @param {import('../sessions/gateway-session.mjs').Session} session @returns {Promise<string>} its page */
async function runLarge({ address, ask }) {
  /** @type {Record<string, object>} */
  const workflow = {};
  for (let node = 0; node < NODES - 1; node += 1) {
    const inputs = { width: 16 + node, height: 16, batch_size: 1, color: node };
    workflow[node] = { class_type: 'EmptyImage', inputs, _meta: { title: `Color ${node}` } };
  }
  workflow[NODES - 1] = { class_type: 'SaveImage', inputs: { images: ['0', 0], filename_prefix: 'inputs' } };
  const { status, text } = await ask('POST', '/api/v2/jobs', { workflow });
  if (status !== 201) throw new Error(`The job was refused: ${text}`);
  const { id } = JSON.parse(text);
  await waitUntil(
    async () => JSON.parse((await ask('GET', `/api/v2/jobs/${id}`)).text).status === 'succeeded',
    120_000,
  );
  return `${address}/local/jobs/${id}`;
}

/** @param {import('playwright').Page} page that shows another tab of the job */
async function untilInputs(page) {
  await page.getByRole('tab', { name: 'Inputs' }).waitFor();
  await page.waitForTimeout(SETTLED_AFTER_MS);
  return page.evaluate(async () => {
    const tab = [...document.querySelectorAll('[role="tab"]')].find(({ textContent }) => textContent === 'Inputs');
    if (!(tab instanceof HTMLElement)) throw new Error('There is no tab');
    const startedAt = performance.now();
    tab.dispatchEvent(new MouseEvent('mousedown', { bubbles: true, button: 0 }));
    tab.click();
    while (!document.querySelector('section[aria-label="Inputs"]')?.textContent?.includes('Color')) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0)));
    return performance.now() - startedAt;
  });
}
