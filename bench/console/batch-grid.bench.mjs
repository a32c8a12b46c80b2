// Five seconds of scrolling through the grid of a batch of 1,000 cells, each with an image.
import { withPage } from '../sessions/browser-session.mjs';
import { median, quantile } from '../figures.mjs';
import { fillWithJobs, withGateway } from '../sessions/gateway-session.mjs';
import { storeBatch } from '../sessions/stored-batch.mjs';
import { recordFrames } from '../meters/frames.mjs';

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
        await storeBatch(page, {
          id: BATCH,
          workflow: { 1: { class_type: 'ScriptOutput', inputs: {} } },
          down: { nodeId: '1', input: 'seed', values: numbers(ROWS) },
          across: { nodeId: '1', input: 'bytes', values: numbers(COLUMNS) },
          jobIds,
        });
        await page.goto(`${address}/local/batches/${BATCH}`);
        await page.locator('main [role="gridcell"] img').first().waitFor();
        await page.waitForTimeout(1000);
        const { frames, longest } = await page.evaluate(recordFrames, {
          seconds: SECONDS,
          scroll: { step: STEP_PX, row: 'main [role="grid"] > div' },
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

/** @param {number} count */
const numbers = (count) => Array.from({ length: count }, (_, index) => index);
