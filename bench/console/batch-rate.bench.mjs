// Jobs per second of a batch of 300 cells of 10 ms, 1,000 in a full run, next to plain submissions of the same jobs with as many in flight.
import { sized } from '../figures.mjs';
import { withPage } from '../sessions/browser-session.mjs';
import { waitUntil, withGateway } from '../sessions/gateway-session.mjs';
import { countSucceeded, storeBatch } from '../sessions/stored-batch.mjs';

const ROWS = sized(15, 50);
const COLUMNS = 20;
const CELLS = ROWS * COLUMNS;
const IN_FLIGHT = 20;
/** How often a plain submission reads its job. */
const READ_EVERY_MS = 100;
const BATCH = '00000000-0000-4000-8000-000000000001';
const LIMIT_MS = 600_000;
/** A batch stores each cell so that it runs once, whatever fails; a plain submission does not. */
const LEAST_SHARE = 0.7;
const NODE = { class_type: 'ScriptSteps', inputs: { steps: 1, ms: 10, preview: false } };

export const isOnDemand = true;

/** @param {import('../figures.mjs').Report} report */
export async function run(report) {
  await withGateway(['--engine', 'scripted', '--scripted-parallel', String(IN_FLIGHT)], async ({ address }) => {
    await withPage(async (page) => {
      // The console creates its database.
      await page.goto(`${address}/local/batches`);
      await page.getByRole('heading', { name: 'No batches yet' }).waitFor();
      const before = await submitPlainly(page);
      await storeBatch(page, {
        id: BATCH,
        workflow: { 1: NODE },
        down: { nodeId: '1', input: 'ms', values: numbers(ROWS, () => 10) },
        across: { nodeId: '1', input: 'steps', values: numbers(COLUMNS, () => 1) },
        jobIds: null,
        limit: IN_FLIGHT,
      });
      let statusReads = 0;
      page.on('request', (request) => {
        if (new URL(request.url()).pathname === '/console/status') statusReads += 1;
      });
      // Not the load of the page, which a plain submission does not have either.
      const started = page.waitForRequest((request) => request.method() === 'POST' && isJobList(request.url()));
      // Opening the console continues the batch.
      await page.goto(`${address}/local/batches/${BATCH}`);
      await started;
      const startedAt = performance.now();
      await waitUntil(async () => (await countSucceeded(page, BATCH)) === CELLS, LIMIT_MS);
      const batch = perSecond(performance.now() - startedAt);
      const status = statusReads / CELLS;
      // The machine may have been faster or slower meanwhile.
      const after = await submitPlainly(page);
      const plain = (before + after) / 2;
      const note = `${batch.toFixed(1)} of a batch, ${before.toFixed(1)} and ${after.toFixed(1)} plain`;
      report({ name: 'plain jobs per cell of a batch', value: plain / batch, unit: '', bar: 1 / LEAST_SHARE, note });
      report({ name: 'cells per second', value: batch, unit: '/s' });
      report({ name: 'status reads per cell', value: status, unit: '', bar: 0.2 });
    });
  });
}

/** @param {string} url */
const isJobList = (url) => new URL(url).pathname === '/api/v2/jobs';

/** @param {import('playwright').Page} page */
async function submitPlainly(page) {
  const how = { workflow: { 1: NODE }, count: CELLS, inFlight: IN_FLIGHT, readEveryMs: READ_EVERY_MS };
  return perSecond(await page.evaluate(runJobs, how));
}

/**
 * Runs in the page: keeps some jobs in flight until all have succeeded. Returns the milliseconds.
 * @param {{ workflow: object, count: number, inFlight: number, readEveryMs: number }} how
 */
async function runJobs({ workflow, count, inFlight, readEveryMs }) {
  const startedAt = performance.now();
  let sent = 0;
  const sender = async () => {
    while (sent < count) {
      sent += 1;
      const response = await fetch('/api/v2/jobs', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'Idempotency-Key': crypto.randomUUID() },
        body: JSON.stringify({ workflow }),
      });
      let job = await response.json();
      if (response.status !== 201) throw new Error(`A job was refused: ${JSON.stringify(job)}`);
      for (;;) {
        job = await (await fetch(`/api/v2/jobs/${job.id}`)).json();
        if (job.status === 'succeeded') break;
        await new Promise((resolve) => setTimeout(resolve, readEveryMs));
      }
    }
  };
  await Promise.all(Array.from({ length: inFlight }, sender));
  return performance.now() - startedAt;
}

/** @param {number} ms */
const perSecond = (ms) => CELLS / (ms / 1000);

/** @param {number} count @param {(index: number) => number} toValue */
const numbers = (count, toValue) => Array.from({ length: count }, (_, index) => toValue(index));
