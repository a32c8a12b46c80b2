// Five seconds of panning over a workflow of 500 nodes, zoomed in to a readable size and with the whole graph in view.
import { withPage } from '../sessions/browser-session.mjs';
import { median, quantile } from '../figures.mjs';
import { watchWork } from '../meters/page-work.mjs';
import { waitUntil, withGateway } from '../sessions/gateway-session.mjs';

const NODES = 500;
const SECONDS = 5;

export const isOnDemand = true;

/** @param {import('../figures.mjs').Report} report */
export async function run(report) {
  await withGateway(['--engine', 'embedded'], async ({ address, ask }) => {
    const { status, text } = await ask('POST', '/api/v2/jobs', { workflow: workflowOf(NODES) });
    if (status !== 201) throw new Error(`The job was refused: ${text}`);
    const { id } = JSON.parse(text);
    await waitUntil(
      async () => JSON.parse((await ask('GET', `/api/v2/jobs/${id}`)).text).status === 'succeeded',
      120_000,
    );
    await withPage(async (page) => {
      await page.goto(`${address}/local/jobs`);
      await page.getByRole('listitem').first().waitFor();
      const startedAt = performance.now();
      await page.goto(`${address}/local/jobs/${id}?tab=graph`);
      const graph = page.getByRole('application', { name: /500 nodes/ });
      await graph.getByRole('group').first().waitFor();
      report({ name: `graph of ${NODES} nodes, opened`, value: performance.now() - startedAt, unit: 'ms', bar: 1000 });
      await page.waitForTimeout(1000);
      await measure('near', 14, page, report);
      await page.getByRole('button', { name: 'Fit', exact: true }).click();
      await page.waitForTimeout(1000);
      // The whole graph is small on the screen: it must not leave the view.
      await measure('whole', 3, page, report);
    });
  });
}

/** @param {string} distance @param {number} step pixels per frame @param {import('playwright').Page} page @param {import('../figures.mjs').Report} report */
async function measure(distance, step, page, report) {
  const workedMs = await watchWork(page);
  const workedBefore = await workedMs();
  const { frames, longest, drawn, moved } = await page.evaluate(pan, { seconds: SECONDS, step });
  const worked = ((await workedMs()) - workedBefore) / frames.length;
  if (moved < step || drawn === 0) throw new Error('Nothing was moved');
  const note = `${frames.length} frames, at most ${drawn} of ${NODES} nodes drawn`;
  report({ name: `graph pan, ${distance}, median frame`, value: median(frames), unit: 'ms', bar: 17, note });
  report({ name: `graph pan, ${distance}, p95 frame`, value: quantile(frames, 0.95), unit: 'ms', bar: 34, note });
  report({ name: `graph pan, ${distance}, work a frame`, value: worked, unit: 'ms', bar: 12, note });
  report({ name: `graph pan, ${distance}, longest task`, value: longest, unit: 'ms', bar: 50 });
}

/** Builds a workflow that repeatedly blends and inverts 16-pixel images: wide, deep and fast. @param {number} nodes */
function workflowOf(nodes) {
  let seed = 5;
  const upTo = (/** @type {number} */ end) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((seed / 2_147_483_648) * end);
  };
  /** @type {Record<string, object>} */
  const workflow = {};
  const before = (/** @type {number} */ node, /** @type {number} */ reach) => [
    String(Math.max(1, node - 1 - upTo(reach))),
    0,
  ];
  for (let node = 1; node < nodes; node += 1) {
    workflow[node] =
      node < 8 || upTo(20) === 0
        ? { class_type: 'EmptyImage', inputs: { width: 16, height: 16, batch_size: 1, color: upTo(0xffffff) } }
        : upTo(5) < 3
          ? {
              class_type: 'ImageBlend',
              inputs: { image1: before(node, 12), image2: before(node, 30), blend_factor: 0.5, blend_mode: 'normal' },
            }
          : { class_type: 'ImageInvert', inputs: { image: before(node, 12) } };
  }
  workflow[nodes] = { class_type: 'SaveImage', inputs: { images: [String(nodes - 1), 0], filename_prefix: 'graph' } };
  return workflow;
}

/**
 * Runs in the page: drags the graph frame by frame, back and forth.
 * @param {{ seconds: number, step: number }} how
 * @returns {Promise<{ frames: number[], longest: number, drawn: number, moved: number }>}
 */
async function pan({ seconds, step }) {
  const pane = document.querySelector('.react-flow__pane');
  const viewport = document.querySelector('.react-flow__viewport');
  if (!pane || !viewport) throw new Error('There is no graph');
  const { left, top, width, height } = pane.getBoundingClientRect();
  const at = { x: left + width / 2, y: top + height / 2 };
  // oxlint-disable-next-line unicorn/consistent-function-scoping -- only this function travels into the page
  const send = (/** @type {EventTarget} */ target, /** @type {string} */ type) =>
    target.dispatchEvent(
      new MouseEvent(type, { bubbles: true, cancelable: true, view: window, buttons: 1, clientX: at.x, clientY: at.y }),
    );
  const placeNow = () => new DOMMatrixReadOnly(getComputedStyle(viewport).transform).e;
  const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  /** @type {number[]} */
  const frames = [];
  let longest = 0;
  const observer = new PerformanceObserver((entries) => {
    for (const { duration } of entries.getEntries()) longest = Math.max(longest, duration);
  });
  observer.observe({ type: 'longtask' });
  const home = placeNow();
  // A live collection, so counting costs nothing.
  const nodes = document.getElementsByClassName('react-flow__node');
  let moved = 0;
  let drawn = 0;
  send(pane, 'mousedown');
  let last = await nextFrame();
  const start = last;
  while (last < start + seconds * 1000) {
    // Two seconds forward, then two back.
    const isForward = Math.floor((last - start) / 2000) % 2 === 0;
    at.x += isForward ? -step : step;
    send(window, 'mousemove');
    const now = await nextFrame();
    frames.push(now - last);
    last = now;
    moved = Math.max(moved, Math.abs(placeNow() - home));
    drawn = Math.max(drawn, nodes.length);
  }
  send(window, 'mouseup');
  observer.disconnect();
  return { frames, longest, drawn, moved };
}
