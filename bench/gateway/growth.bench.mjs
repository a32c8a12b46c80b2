// Lists of the console and of the API with 100,000 jobs, compared with 1,000, and the response times of other requests meanwhile.
import { median, quantile } from '../figures.mjs';
import { pause } from '../sessions/gateway-session.mjs';
import { DAY_MS, withManyJobs } from '../sessions/many-jobs.mjs';

const SMALL = 1000;
const LARGE = 100_000;
const ROUNDS = 100;
/** Pages of 50 before the deep one. */
const DEEP_PAGES = 15;

/** @typedef {import('../sessions/gateway-session.mjs').Session['ask']} Ask */
/** @typedef {{ name: string, query: (now: number) => string, barMs: number }} Question */

/** Searches for words in all jobs, in one of a hundred, in one job and in none. @type {Question[]} */
const QUESTIONS = [
  { name: 'status', query: () => '/console/status', barMs: 10 },
  { name: 'metrics', query: () => '/metrics', barMs: 15 },
  // Adds up the files of a week for its forecast.
  { name: 'storage', query: () => '/console/storage', barMs: 50 },
  { name: 'newest page of the API', query: () => '/api/v2/jobs?limit=50', barMs: 50 },
  { name: 'label, API', query: () => '/api/v2/jobs?limit=50&metadata[flowdeck_title]=title-17-', barMs: 50 },
  { name: 'newest page', query: () => '/console/jobs?limit=50', barMs: 10 },
  { name: 'last hour', query: (now) => `/console/jobs?limit=50&from=${now - 3_600_000}`, barMs: 50 },
  { name: 'last day', query: (now) => `/console/jobs?limit=50&from=${now - DAY_MS}`, barMs: 50 },
  {
    name: 'summary of a day',
    query: (now) => `/console/jobs/summary?from=${now - DAY_MS}&to=${now}&buckets=24`,
    barMs: 10,
  },
  { name: 'longest run', query: () => '/console/jobs?limit=50&sort=longest_run', barMs: 50 },
  { name: 'shortest run', query: () => '/console/jobs?limit=50&sort=shortest_run', barMs: 20 },
  { name: 'by status', query: () => '/console/jobs?limit=50&sort=status', barMs: 20 },
  { name: 'by title', query: () => '/console/jobs?limit=50&sort=title', barMs: 20 },
  { name: 'search, common word', query: () => '/console/jobs?limit=50&q=harbour', barMs: 50 },
  { name: 'search, common word and status', query: () => '/console/jobs?limit=50&q=harbour&status=failed', barMs: 50 },
  { name: 'search, rare word', query: () => '/console/jobs?limit=50&q=velvet', barMs: 50 },
  { name: 'search, one job', query: () => '/console/jobs?limit=50&q=title-17-', barMs: 50 },
  { name: 'search, no match', query: () => '/console/jobs?limit=50&q=nowhere', barMs: 50 },
  { name: 'search, one letter of all jobs', query: () => '/console/jobs?limit=50&q=e', barMs: 50 },
  { name: 'search, one letter of no job', query: () => '/console/jobs?limit=50&q=q', barMs: 50 },
  { name: 'search, one letter, longest run', query: () => '/console/jobs?limit=50&q=e&sort=longest_run', barMs: 50 },
  { name: 'search, two letters of no job', query: () => '/console/jobs?limit=50&q=qj', barMs: 50 },
  { name: 'assets', query: () => '/console/assets?limit=50', barMs: 50 },
  { name: 'assets, common text', query: () => '/console/assets?limit=50&q=note', barMs: 50 },
  { name: 'assets, no match', query: () => '/console/assets?limit=50&q=nowhere', barMs: 50 },
];

export const isOnDemand = true;

/** @param {import('../figures.mjs').Report} report */
export async function run(report) {
  /** @type {Map<string, number>} */
  const medians = new Map();
  for (const size of [SMALL, LARGE]) {
    await withManyJobs(size, async ({ ask }, startMs) => {
      report({ name: `start with ${size} jobs`, value: startMs, unit: 'ms' });
      // Excludes what the first query reads into memory.
      await ask('GET', '/console/jobs?limit=1&q=warm-up');
      const deep = await cursorAfter(ask, DEEP_PAGES);
      const questions = [
        ...QUESTIONS,
        { name: 'deep page of the API', query: () => `/api/v2/jobs?limit=50&cursor=${deep}`, barMs: 50 },
      ];
      for (const question of questions) await measure({ ask, size, medians, report }, question);
    });
  }
}

/**
 * @param {{ ask: Ask, size: number, medians: Map<string, number>, report: import('../figures.mjs').Report }} session
 * @param {Question} question
 */
async function measure({ ask, size, medians, report }, { name, query, barMs }) {
  const first = await ask('GET', query(Date.now()));
  if (first.status !== 200) throw new Error(`${name}: ${first.text.slice(0, 200)}`);
  /** @type {number[]} */
  const times = [];
  const pings = await pingWhile(ask, async () => {
    for (let round = 0; round < ROUNDS; round += 1) times.push((await ask('GET', query(Date.now()))).ms);
  });
  const before = medians.get(name);
  if (before === undefined) {
    medians.set(name, median(times));
    return;
  }
  const note = `median ${median(times).toFixed(1)} ms, ${(median(times) / before).toFixed(1)} times that of ${SMALL} jobs`;
  report({ name: `${name}, ${size}, p99`, value: quantile(times, 0.99), unit: 'ms', bar: barMs, note });
  report({ name: `  ping meanwhile, p99`, value: quantile(pings, 0.99), unit: 'ms', bar: 20 });
}

/** @param {Ask} ask @param {number} pages @returns {Promise<string>} the cursor of the next page, encoded */
async function cursorAfter(ask, pages) {
  let cursor = '';
  for (let page = 0; page < pages; page += 1) {
    const { text } = await ask('GET', `/api/v2/jobs?limit=50${cursor === '' ? '' : `&cursor=${cursor}`}`);
    const { jobs, next_cursor: next } = JSON.parse(text);
    if (jobs.length !== 50 || !next) throw new Error(`Not a page of 50: ${text.slice(0, 200)}`);
    cursor = encodeURIComponent(next);
  }
  return cursor;
}

/** @param {Ask} ask @param {() => Promise<void>} work @returns {Promise<number[]>} */
async function pingWhile(ask, work) {
  const state = { isWorking: true };
  const worked = work().finally(() => (state.isWorking = false));
  const times = [];
  while (state.isWorking) {
    times.push((await ask('GET', '/api/v2/health')).ms);
    await pause(3);
  }
  await worked;
  return times;
}
