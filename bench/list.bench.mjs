// Fifty jobs out of ten thousand, at the head and deep inside, with and without a filter.
import { quantile, median } from './figures.mjs';
import { waitUntil, withGateway } from './gateway-session.mjs';

const JOBS = 10_000;
const ASKED = 400;

/** @param {import('./figures.mjs').Report} report */
export async function run(report) {
  await withGateway(
    ['--engine', 'scripted', '--scripted-parallel', '30', '--queue-depth', '20000'],
    async ({ ask }) => {
      let sent = 0;
      const sender = async () => {
        while (sent < JOBS) {
          sent += 1;
          const { status, text } = await ask('POST', '/api/v2/jobs', {
            workflow: note(sent),
            metadata: { batch: `b${sent % 7}` },
          });
          if (status !== 201) throw new Error(`A job was refused: ${text}`);
        }
      };
      await Promise.all([sender(), sender(), sender(), sender()]);
      await waitUntil(
        async () => JSON.parse((await ask('GET', '/api/v2/jobs?status=queued,running')).text).jobs.length === 0,
        300_000,
      );

      const head = [];
      const deep = [];
      let next = '';
      for (let index = 0; index < ASKED; index += 1) {
        head.push((await page(ask, index % 2 === 0 ? '' : '&metadata[batch]=b3')).ms);
        const answer = await page(ask, next ? `&cursor=${encodeURIComponent(next)}` : '');
        deep.push(answer.ms);
        next = answer.nextCursor ?? '';
      }
      report({ name: 'list of 50 out of 10,000, head, median', value: median(head), unit: 'ms' });
      report({ name: 'list of 50 out of 10,000, head, p99', value: quantile(head, 0.99), unit: 'ms', bar: 50 });
      report({ name: 'list of 50 out of 10,000, deep, p99', value: quantile(deep, 0.99), unit: 'ms', bar: 50 });
    },
  );
}

/** @param {import('./gateway-session.mjs').Session['ask']} ask @param {string} query */
async function page(ask, query) {
  const { status, text, ms } = await ask('GET', `/api/v2/jobs?limit=50${query}`);
  const body = JSON.parse(text);
  if (status !== 200 || body.jobs.length !== 50) throw new Error(`Not a page of 50: ${text.slice(0, 200)}`);
  return { ms, nextCursor: body.next_cursor };
}

/** @param {number} index */
function note(index) {
  return { 1: { class_type: 'ScriptText', inputs: { text: `Job ${index}` } } };
}
