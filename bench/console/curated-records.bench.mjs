// A new browser reads and merges the 10,000 curated records of a gateway: stars of jobs, templates and views.
import { withPage } from '../sessions/browser-session.mjs';
import { median } from '../figures.mjs';
import { withGateway } from '../sessions/gateway-session.mjs';

const RECORDS = 10_000;
const PER_REQUEST = 500;
const ROUNDS = 5;
const FORM = 'x'.repeat(2000);

/** @param {import('../figures.mjs').Report} report */
export async function run(report) {
  await withGateway(['--engine', 'scripted'], async ({ address, ask }) => {
    for (let sent = 0; sent < RECORDS; sent += PER_REQUEST) {
      const records = Array.from({ length: PER_REQUEST }, (_, index) => recordOf(sent + index));
      const { status, text } = await ask('POST', '/console/records', { since: sent, records });
      if (status !== 200 || !JSON.parse(text).is_current)
        throw new Error(`Records were refused: ${text.slice(0, 200)}`);
    }
    /** @type {number[]} */
    const times = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      await withPage(async (page) => {
        await page.goto(`${address}/local/settings`);
        times.push(await page.evaluate(mergeTime, RECORDS));
      });
    }
    report({ name: 'merge of 10,000 curated records, median', value: median(times), unit: 'ms', bar: 1000 });
  });
}

/** Mostly stars and tags, some with a text. @param {number} index */
function recordOf(index) {
  const at = 1_000_000 + index;
  if (index % 10 > 0) {
    return {
      kind: 'annotation',
      id: `job-${index}`,
      fields: { star: { value: true, at }, 'tag:best': { value: true, at } },
    };
  }
  const fields = { title: { value: `Template ${index}`, at }, form: { value: FORM, at } };
  return { kind: 'template', id: `template-${index}`, fields };
}

/** Runs in the page: time from the first request until everything is stored. @param {number} count */
async function mergeTime(count) {
  /** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
  const result = (request) =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    const requests = performance.getEntriesByType('resource');
    const first = requests.find(({ name }) => name.includes('/console/records?since=0'));
    if (!first) continue;
    const database = await result(indexedDB.open('flowdeck'));
    const { version } =
      (await result(database.transaction('curatedSync').objectStore('curatedSync').get('local'))) ?? {};
    database.close();
    if (version === count) return performance.now() - first.startTime;
  }
}
