// One, three and ten ComfyUIs behind one gateway: jobs per minute, how evenly they share the jobs, and the jobs that are lost when
// one of ten stops.
import { quantile, sized } from '../figures.mjs';
import { withComfyuis } from '../sessions/comfyui-doubles.mjs';
import { waitUntil, withGateway } from '../sessions/gateway-session.mjs';

/** A short run: a longer one leaves more time for what the gateway does between two runs. */
const RUN_MS = 1000;
const ENGINES = [1, 3, 10];
const JOBS_OF_EACH = sized(12, 60);

/** @typedef {import('../sessions/gateway-session.mjs').Session['ask']} Ask */
/** @typedef {import('../sessions/comfyui-doubles.mjs').ComfyuiDouble} ComfyuiDouble */
/** @typedef {{ status: string, started_at: string, created_at: string }} Job */

export const isOnDemand = true;

/** @param {import('../figures.mjs').Report} report */
export async function run(report) {
  for (const engines of ENGINES) {
    await withEngines(engines, async ({ ask, doubles, graph }) => {
      const jobs = engines * JOBS_OF_EACH;
      const begun = performance.now();
      const ids = await submitAll(ask, graph, jobs);
      await waitUntil(async () => (await count(ask, 'queued,running')) === 0, 600_000);
      const ms = performance.now() - begun;
      const ended = await read(ask, ids);
      if (ended.some(({ status }) => status !== 'succeeded')) throw new Error('A job failed');
      const note = `${jobs} jobs of ${RUN_MS / 1000} s`;
      report({ name: `jobs per minute on ${engines}`, value: (jobs / ms) * 60_000, unit: '', note });
      // What the engines can do without a gateway.
      const busy = (jobs / engines) * RUN_MS;
      report({ name: `  share of the time in which they run`, value: (busy / ms) * 100, unit: '%', note });
      const shares = doubles.map(({ executions }) => executions.length);
      const uneven = (Math.max(...shares) - Math.min(...shares)) / JOBS_OF_EACH;
      report({
        name: `  most to fewest jobs of one`,
        value: uneven * 100,
        unit: '%',
        bar: 25,
        note: shares.join(', '),
      });
      report({
        name: `  places that a job was overtaken, p99`,
        value: quantile(overtaken(ended), 0.99),
        unit: '',
        bar: engines,
      });
    });
  }
  await withEngines(10, async ({ ask, doubles, graph }) => {
    const ids = await submitAll(ask, graph, 10 * JOBS_OF_EACH);
    const [lost] = doubles;
    await waitUntil(async () => (lost?.executions.length ?? 0) > 1, 60_000);
    await lost?.stop();
    const begun = performance.now();
    const left = (await read(ask, ids)).filter(({ status }) => status !== 'succeeded').length;
    await waitUntil(async () => (await count(ask, 'queued,running')) <= 1, 600_000);
    const waiting = await count(ask, 'queued,running');
    const perMinute = ((left - waiting) / (performance.now() - begun)) * 60_000;
    report({ name: 'jobs per minute on nine of ten', value: perMinute, unit: '' });
    // Its job waits for it: only the engine knows whether the job has run.
    report({ name: 'jobs that wait for the engine that stopped', value: waiting, unit: '', bar: 1 });
    await lost?.start();
    await waitUntil(async () => (await count(ask, 'queued,running')) === 0, 600_000);
    const ended = await read(ask, ids);
    const failed = ended.filter(({ status }) => status === 'failed').length;
    report({ name: 'jobs lost with one of ten engines', value: failed, unit: '', bar: 1 });
    const done = ended.filter(({ status }) => status === 'succeeded').length;
    report({ name: 'jobs neither done nor lost', value: ids.length - done - failed, unit: '', bar: 0 });
  });
}

/**
 * @param {number} engines
 * @param {(session: { ask: Ask, doubles: ComfyuiDouble[], graph: object }) => Promise<void>} work
 */
async function withEngines(engines, work) {
  await withComfyuis({ count: engines, runMs: RUN_MS }, async (doubles, graph) => {
    const flags = doubles.flatMap(({ url }, index) => ['--comfyui', `gpu-${index}=${url}`]);
    await withGateway(['--engine', 'comfyui', '--queue-depth', '20000', ...flags], async ({ ask }) => {
      await waitUntil(async () => {
        const { engine, engines: several = [] } = JSON.parse((await ask('GET', '/console/status')).text);
        const all = several.length > 0 ? several : [engine];
        return all.filter((/** @type {any} */ { comfyui }) => comfyui?.state === 'here').length === engines;
      }, 30_000);
      await work({ ask, doubles, graph });
    });
  });
}

/** @param {Ask} ask @param {object} graph @param {number} jobs @returns {Promise<string[]>} ids in the order of submission */
async function submitAll(ask, graph, jobs) {
  const ids = [];
  for (let index = 0; index < jobs; index += 1) {
    const { status, text } = await ask('POST', '/api/v2/jobs', { workflow: graph });
    if (status !== 201) throw new Error(`A job was refused: ${text}`);
    ids.push(JSON.parse(text).id);
  }
  return ids;
}

/** @param {Ask} ask @param {string} status at most 100 are counted */
async function count(ask, status) {
  const { text } = await ask('GET', `/api/v2/jobs?status=${status}&limit=100`);
  return JSON.parse(text).jobs.length;
}

/** @param {Ask} ask @param {readonly string[]} ids @returns {Promise<Job[]>} */
async function read(ask, ids) {
  const jobs = [];
  for (const id of ids) jobs.push(JSON.parse((await ask('GET', `/api/v2/jobs/${id}`)).text));
  return jobs;
}

/** Returns for each job how many later ones started before it. @param {readonly Job[]} jobs in the order of submission */
function overtaken(jobs) {
  const starts = jobs.map(({ started_at: at }) => Date.parse(at));
  return starts.map((start, index) => starts.slice(index + 1).filter((later) => later < start).length);
}
