// Frames of the page while a sweep of 1,000 jobs runs on the embedded engine: on the page of the batch, and on the job list.
import { withPage } from '../sessions/browser-session.mjs';
import { median, quantile, sized } from '../figures.mjs';
import { withGateway } from '../sessions/gateway-session.mjs';
import { countSucceeded, storeBatch } from '../sessions/stored-batch.mjs';
import { recordFrames } from '../meters/frames.mjs';

const ROWS = 50;
const COLUMNS = 20;
const SECONDS = sized(8, 20);
/** Fewer finished jobs than this are not a sweep in progress. */
const LEAST_FINISHED = sized(20, 50);
const BATCH = '00000000-0000-4000-8000-000000000001';

const SCREENS = {
  'batch page': { path: `batches/${BATCH}`, content: 'main [role="gridcell"] img' },
  'job list': { path: 'jobs', content: 'main li [data-row-id]' },
};

/** @param {import('../figures.mjs').Report} report */
export async function run(report) {
  for (const [name, { path, content }] of Object.entries(SCREENS)) {
    await withGateway(['--engine', 'embedded'], async ({ address }) => {
      await withPage(async (page) => {
        // The console creates its database.
        await page.goto(`${address}/local/batches`);
        await page.getByRole('heading', { name: 'No batches yet' }).waitFor();
        await storeBatch(page, {
          id: BATCH,
          workflow: {
            1: { class_type: 'EmptyImage', inputs: { width: 64, height: 64, batch_size: 1, color: 0 } },
            2: { class_type: 'SaveImage', inputs: { images: ['1', 0], filename_prefix: 'sweep' } },
          },
          down: { nodeId: '1', input: 'color', values: numbers(ROWS, (row) => row * 300_000) },
          across: { nodeId: '1', input: 'height', values: numbers(COLUMNS, (column) => 16 + 8 * column) },
          jobIds: null,
        });
        // Opening the console continues the batch.
        await page.goto(`${address}/local/${path}`);
        await page.locator(content).first().waitFor();
        await page.waitForTimeout(1000);
        const before = await countSucceeded(page, BATCH);
        const { frames, longest } = await page.evaluate(recordFrames, { seconds: SECONDS });
        const finished = (await countSucceeded(page, BATCH)) - before;
        if (!(finished >= LEAST_FINISHED)) throw new Error(`${finished} jobs finished while frames were measured`);
        const note = `${frames.length} frames, ${finished} of ${ROWS * COLUMNS} jobs finished`;
        report({ name: `sweep, ${name}, median frame`, value: median(frames), unit: 'ms', bar: 17, note });
        report({ name: `sweep, ${name}, p95 frame`, value: quantile(frames, 0.95), unit: 'ms', bar: 34, note });
        report({ name: `sweep, ${name}, longest task`, value: longest, unit: 'ms' });
      });
    });
  }
}

/** @param {number} count @param {(index: number) => number} toValue */
const numbers = (count, toValue) => Array.from({ length: count }, (_, index) => toValue(index));
