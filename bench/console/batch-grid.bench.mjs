// Five seconds of scrolling through the grid of a batch of 1,000 cells, each with an image.
import { withPage } from '../sessions/browser-session.mjs';
import { median, quantile } from '../figures.mjs';
import { fillWithJobs, withGateway } from '../sessions/gateway-session.mjs';
import { scroll } from '../meters/scroll-frames.mjs';

const ROWS = 50;
const COLUMNS = 20;
const SECONDS = 5;
const STEP_PX = 60;
const BATCH = '00000000-0000-4000-8000-000000000001';

/** @param {import('../figures.mjs').Report} report */
export async function run(report) {
  await withGateway(
    ['--engine', 'scripted', '--scripted-parallel', '30', '--queue-depth', '20000'],
    async ({ address, ask }) => {
      /** @type {string[]} */
      const jobIds = [];
      await fillWithJobs(ask, ROWS * COLUMNS, async (index) => {
        const inputs = { seed: index, named: true, type: 'image', name: `cell-${index}.png`, bytes: 0 };
        const { status, text } = await ask('POST', '/api/v2/jobs', {
          workflow: { 1: { class_type: 'ScriptOutput', inputs } },
        });
        if (status !== 201) throw new Error(`A job was refused: ${text}`);
        jobIds.push(JSON.parse(text).id);
      });
      await withPage(async (page) => {
        // The console creates its database.
        await page.goto(`${address}/local/batches`);
        await page.getByRole('heading', { name: 'No batches yet' }).waitFor();
        await page.evaluate(storeBatch, { id: BATCH, jobIds, rows: ROWS, columns: COLUMNS });
        await page.goto(`${address}/local/batches/${BATCH}`);
        await page.locator('main [role="gridcell"] img').first().waitFor();
        await page.waitForTimeout(1000);
        const { frames, longest } = await page.evaluate(scroll, {
          seconds: SECONDS,
          step: STEP_PX,
          row: 'main [role="grid"] > div',
        });
        const images = await page.locator('main [role="gridcell"] img').count();
        if (images === 0) throw new Error('No image after scrolling');
        const note = `${frames.length} frames, ${ROWS * COLUMNS} cells`;
        report({ name: 'batch grid scroll, median frame', value: median(frames), unit: 'ms', bar: 17, note });
        report({ name: 'batch grid scroll, p95 frame', value: quantile(frames, 0.95), unit: 'ms', bar: 34, note });
        report({ name: 'batch grid scroll, longest task', value: longest, unit: 'ms' });
      });
    },
  );
}

/**
 * Runs in the page: stores a finished batch, as if this browser had run it.
 * @param {{ id: string, jobIds: string[], rows: number, columns: number }} batch
 */
async function storeBatch({ id, jobIds, rows, columns }) {
  /** @type {IDBDatabase} */
  const database = await new Promise((resolve, reject) => {
    const opening = indexedDB.open('flowdeck');
    opening.addEventListener('success', () => resolve(opening.result));
    opening.addEventListener('error', () => reject(opening.error));
  });
  const transaction = database.transaction(['batches', 'batchPlans', 'batchWorkflows', 'batchCells'], 'readwrite');
  // oxlint-disable-next-line unicorn/consistent-function-scoping -- only this function travels into the page
  const axis = (/** @type {string} */ label, /** @type {number} */ count) => ({
    label,
    inputs: [{ nodeId: '1', input: label, label }],
    rows: Array.from({ length: count }, (_, row) => ({ label: String(row), values: [row] })),
  });
  transaction.objectStore('batches').put({
    id,
    createdAt: Date.now(),
    surfaceId: 'local',
    surfaceIds: ['local'],
    title: 'Bench',
    draftId: null,
    sourceJobId: null,
    needsPartnerKey: false,
    axes: [
      { label: 'seed', count: rows },
      { label: 'bytes', count: columns },
    ],
    count: jobIds.length,
    limit: 4,
    next: jobIds.length,
    retries: [],
    inFlight: [],
    tally: { succeeded: jobIds.length, failed: 0, canceled: 0, refused: 0, unsettled: 0 },
    failuresInRow: 0,
    isPaused: false,
    pauseReason: null,
    isStopped: false,
    finishedAt: Date.now(),
    state: { name: 'ready', until: 0 },
  });
  transaction.objectStore('batchPlans').put(JSON.stringify({ axes: [axis('seed', rows), axis('bytes', columns)] }), id);
  transaction.objectStore('batchWorkflows').put('{"1":{"class_type":"ScriptOutput","inputs":{}}}', id);
  for (const [cell, jobId] of jobIds.entries()) {
    const record = { batchId: id, cell, attempt: 1, surfaceId: 'local', entryId: `${id}.${cell}.1`, jobId };
    transaction
      .objectStore('batchCells')
      .put({ ...record, outcome: 'succeeded', message: null, finishedAt: Date.now() });
  }
  await new Promise((resolve, reject) => {
    transaction.addEventListener('complete', resolve);
    transaction.addEventListener('abort', () => reject(transaction.error));
  });
  database.close();
}
