// `npm run soak [-- --minutes 30 --jobs 300]`: keeps the job list open while jobs start and finish; its memory must not grow. Not
// part of `npm run bench`: it takes half an hour.
import { parseArgs } from 'node:util';
import { buildStaleParts } from '../scripts/build/build-parts.mjs';
import { withPage } from './sessions/browser-session.mjs';
import { reportLine, isOver } from './figures.mjs';
import { memoryMb, pause, waitUntil, withGateway } from './sessions/gateway-session.mjs';
import { inUse } from './meters/page-memory.mjs';

/** Excludes lazy chunks, first rows and first images, which are not leaks. */
const WARM_UP_JOBS = 20;
const MAX_GROWTH_MB = 5;
/** Longer than any timer of the page that releases memory. */
const CALM_MS = 10_000;

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '30' }, jobs: { type: 'string', default: '300' } },
});
const minutes = Number(values.minutes);
const jobs = Number(values.jobs);
if (!(minutes > 0) || !Number.isInteger(jobs) || jobs < 1) throw new Error('--minutes and --jobs are numbers above 0');

await buildStaleParts({ forTests: true });
const stats = await withGateway(['--engine', 'scripted', '--scripted-parallel', '4'], (gateway) =>
  withPage((page) => soak(gateway, page)),
);
for (const figure of stats) console.log(reportLine(figure));
process.exitCode = stats.some(isOver) ? 1 : 0;

/**
 * @param {import('./sessions/gateway-session.mjs').Session} gateway @param {import('playwright').Page} page
 * @returns {Promise<import('./figures.mjs').Figure[]>}
 */
async function soak({ address, pid, ask }, page) {
  const devtools = await page.context().newCDPSession(page);
  await page.goto(`${address}/local/jobs`);
  await page.getByText('live', { exact: true }).waitFor();
  let number = 0;
  const submit = async () => {
    number += 1;
    const { status, text } = await ask('POST', '/api/v2/jobs', {
      workflow: work(number),
      metadata: { flowdeck_title: `Soak ${number}` },
    });
    if (status !== 201) throw new Error(`A job was refused: ${text}`);
  };
  const allFinished = async () =>
    JSON.parse((await ask('GET', '/api/v2/jobs?status=queued,running')).text).jobs.length === 0;
  const calm = async () => {
    await waitUntil(allFinished, 60_000);
    await pause(CALM_MS);
    return inUse(devtools);
  };

  for (let sent = 1; sent <= WARM_UP_JOBS; sent += 1) await submit();
  const before = await calm();
  const gatewayBefore = memoryMb(pid);
  const startedAt = performance.now();
  for (let sent = 1; sent <= jobs; sent += 1) {
    await submit();
    await pause(startedAt + (sent / jobs) * minutes * 60_000 - performance.now());
  }
  const after = await calm();
  const shown = await page.getByRole('link', { name: `Soak ${number}`, exact: true }).count();
  if (shown === 0) throw new Error('The page does not show the last job: nothing was measured');
  const note = `${jobs} jobs in ${minutes} minutes`;
  return [
    { name: 'heap of the page at the start', value: before.heapMb, unit: 'MB', note },
    { name: 'heap of the page at the end', value: after.heapMb, unit: 'MB', note },
    { name: 'growth of the heap of the page', value: after.heapMb - before.heapMb, unit: 'MB', bar: MAX_GROWTH_MB },
    { name: 'nodes of the page at the start', value: before.nodes, unit: '' },
    { name: 'nodes of the page at the end', value: after.nodes, unit: '' },
    { name: 'listeners of the page at the start', value: before.listeners, unit: '' },
    { name: 'listeners of the page at the end', value: after.listeners, unit: '' },
    { name: 'memory of the gateway at the start', value: gatewayBefore, unit: 'MB' },
    { name: 'memory of the gateway at the end', value: memoryMb(pid), unit: 'MB' },
  ];
}

/** Builds a workflow of two seconds with steps, previews and one output. @param {number} number */
function work(number) {
  return {
    1: { class_type: 'ScriptSteps', inputs: { steps: 20, ms: 100, preview: true } },
    2: {
      class_type: 'ScriptOutput',
      inputs: { type: 'image', name: `soak-${number}.png`, bytes: 20_000, seed: number, named: true, after: ['1', 0] },
    },
  };
}
