// What one gateway can do with 100,000 kept jobs, for `docs/scaling.md`: submissions and pages of the job list per second, and events
// to as many streams as it opens.
import { quantile, sized } from '../figures.mjs';
import { followSteps } from '../sessions/job-steps.mjs';
import { withManyJobs } from '../sessions/many-jobs.mjs';

const JOBS = 100_000;
const SENDERS = 8;
const SECONDS = sized(4, 20);
/** As many as the gateway opens (`MAX_STREAMS`). */
const STREAMS = 64;

const STEPS = 80;
/** A busy gateway sends only the newest of several steps. */
const FEWEST_SEEN = 20;
const STEP_MS = 100;

/** @typedef {import('../sessions/gateway-session.mjs').Session['ask']} Ask */

export const isOnDemand = true;

/** @param {import('../figures.mjs').Report} report */
export async function run(report) {
  await withManyJobs(
    JOBS,
    async ({ address, ask }) => {
      const note = `${SENDERS} clients, ${JOBS} jobs kept`;
      const pages = await perSecond(() => expectStatus(ask, 200, 'GET', '/console/jobs?limit=50'));
      report({ name: 'pages of the job list per second', value: pages, unit: '', note });
      const status = await perSecond(() => expectStatus(ask, 200, 'GET', '/console/status'));
      report({ name: 'status requests per second', value: status, unit: '', note });
      await measureStreams(address, ask, report);
      const submitted = await perSecond(() =>
        expectStatus(ask, 201, 'POST', '/api/v2/jobs', { workflow: steps(1, 0) }),
      );
      report({ name: 'submissions per second', value: submitted, unit: '', note });
    },
    { flags: ['--engine', 'scripted', '--scripted-parallel', '4', '--queue-depth', '200000'] },
  );
}

/** @param {() => Promise<unknown>} work @returns {Promise<number>} */
async function perSecond(work) {
  const begun = performance.now();
  let done = 0;
  const client = async () => {
    while (performance.now() - begun < SECONDS * 1000) {
      await work();
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: SENDERS }, client));
  return done / ((performance.now() - begun) / 1000);
}

/** @param {Ask} ask @param {number} expected @param {string} method @param {string} where @param {unknown} [body] */
async function expectStatus(ask, expected, method, where, body) {
  const { status, text } = await ask(method, where, body);
  if (status !== expected) throw new Error(`${method} ${where}: ${status} ${text.slice(0, 200)}`);
  return text;
}

/**
 * Each step arrives at all clients: from the first that has it to the others.
 * @param {string} address @param {Ask} ask @param {import('../figures.mjs').Report} report
 */
async function measureStreams(address, ask, report) {
  const { id } = JSON.parse(await expectStatus(ask, 201, 'POST', '/api/v2/jobs', { workflow: steps(STEPS, STEP_MS) }));
  const clients = await Promise.all(Array.from({ length: STREAMS }, () => followSteps(address, id)));
  const numbers = [...new Set(clients.flatMap((arrivals) => [...arrivals.keys()]))];
  const delays = numbers.flatMap((step) => {
    const times = clients.flatMap((arrivals) => arrivals.get(step) ?? []);
    const first = Math.min(...times);
    return times.map((time) => time - first);
  });
  const fewest = Math.min(...clients.map(({ size }) => size));
  if (fewest < FEWEST_SEEN) throw new Error(`A client got ${fewest} of ${STEPS} steps`);
  const note = `${delays.length} steps`;
  report({
    name: `first to last of ${STREAMS} streams, p95`,
    value: quantile(delays, 0.95),
    unit: 'ms',
    bar: 50,
    note,
  });
}

/** @param {number} count @param {number} ms */
function steps(count, ms) {
  return { 1: { class_type: 'ScriptSteps', inputs: { steps: count, ms, preview: false } } };
}
