// Reads fifty of ten thousand jobs: the first and a deep page, with and without a filter, and a text search.
import { quantile, median } from '../figures.mjs';
import { fillWithJobs, withGateway } from '../sessions/gateway-session.mjs';

const JOBS = 10_000;
const ASKED = 400;

/** @param {import('../figures.mjs').Report} report */
export async function run(report) {
  await withGateway(
    ['--engine', 'scripted', '--scripted-parallel', '30', '--queue-depth', '20000'],
    async ({ ask }) => {
      await fillWithJobs(ask, JOBS, async (index) => {
        const { status, text } = await ask('POST', '/api/v2/jobs', {
          workflow: note(index),
          metadata: { batch: `b${index % 7}` },
        });
        if (status !== 201) throw new Error(`A job was refused: ${text}`);
      });

      const head = [];
      const deep = [];
      let next = '';
      for (let index = 0; index < ASKED; index += 1) {
        head.push((await page(ask, index % 2 === 0 ? '' : '&metadata[batch]=b3')).ms);
        const response = await page(ask, next ? `&cursor=${encodeURIComponent(next)}` : '');
        deep.push(response.ms);
        next = response.nextCursor ?? '';
      }
      report({ name: 'list of 50 out of 10,000, head, median', value: median(head), unit: 'ms' });
      report({ name: 'list of 50 out of 10,000, head, p99', value: quantile(head, 0.99), unit: 'ms', bar: 50 });
      report({ name: 'list of 50 out of 10,000, deep, p99', value: quantile(deep, 0.99), unit: 'ms', bar: 50 });
      await measureSearch(ask, report);
    },
  );
}

/** @param {import('../sessions/gateway-session.mjs').Session['ask']} ask @param {string} query */
async function page(ask, query) {
  const { status, text, ms } = await ask('GET', `/api/v2/jobs?limit=50${query}`);
  const body = JSON.parse(text);
  if (status !== 200 || body.jobs.length !== 50) throw new Error(`Not a page of 50: ${text.slice(0, 200)}`);
  return { ms, nextCursor: body.next_cursor };
}

/** Words in all jobs, in one and in none; sort orders and date ranges. */
const SEARCHES = [
  'q=harbour',
  'q=job+5000',
  'q=nowhere',
  'q=oil+canvas&status=succeeded',
  'q=dusk&sort=longest_run',
  'sort=longest_wait',
  'from=0&to=1',
];

/** @param {import('../sessions/gateway-session.mjs').Session['ask']} ask @param {import('../figures.mjs').Report} report */
async function measureSearch(ask, report) {
  const searches = [];
  const sums = [];
  for (let index = 0; index < ASKED; index += 1) {
    const query = SEARCHES[index % SEARCHES.length];
    const found = await ask('GET', `/console/jobs?limit=50&${query}`);
    if (found.status !== 200 || !('counts' in JSON.parse(found.text))) throw new Error(`No answer: ${found.text}`);
    searches.push(found.ms);
    const to = Date.now() + 1000;
    const sum = await ask('GET', `/console/jobs/summary?from=${to - 86_400_000}&to=${to}&buckets=24`);
    if (JSON.parse(sum.text).total !== JOBS) throw new Error(`Not a sum of all: ${sum.text.slice(0, 200)}`);
    sums.push(sum.ms);
  }
  report({ name: 'search in 10,000 jobs, median', value: median(searches), unit: 'ms' });
  report({ name: 'search in 10,000 jobs, p99', value: quantile(searches, 0.99), unit: 'ms', bar: 50 });
  report({ name: 'figures of 10,000 jobs, p99', value: quantile(sums, 0.99), unit: 'ms', bar: 50 });
}

/** About the length of a prompt. */
const PROMPT = 'a harbour at dusk, oil on canvas, warm light, '.repeat(20);

/** @param {number} index */
function note(index) {
  return { 1: { class_type: 'ScriptText', inputs: { text: `Job ${index}: ${PROMPT}` } } };
}
