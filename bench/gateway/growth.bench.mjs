// Console lists with 1,000 and with 100,000 jobs, and the response times of other requests meanwhile.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { median, quantile } from '../figures.mjs';
import { pause, submitNote, waitUntilDone, withGateway } from '../sessions/gateway-session.mjs';

const SIZES = [1000, 100_000];
const ROUNDS = 40;
const DAY_MS = 86_400_000;

/** @typedef {{ name: string, query: (now: number) => string, barMs: number }} Question */

/** Searches for words in all jobs, in one of a hundred, in one job and in none. @type {Question[]} */
const QUESTIONS = [
  { name: 'status', query: () => '/console/status', barMs: 10 },
  { name: 'storage', query: () => '/console/storage', barMs: 15 },
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

/** @param {import('../figures.mjs').Report} report */
export async function run(report) {
  /** @type {Map<string, number>} */
  const medians = new Map();
  for (const size of SIZES) {
    const folder = mkdtempSync(path.join(tmpdir(), 'flowdeck-growth-'));
    try {
      await measure(size, folder, medians, report);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
}

/** @param {number} size @param {string} folder @param {Map<string, number>} medians @param {import('../figures.mjs').Report} report */
async function measure(size, folder, medians, report) {
  const flags = ['--engine', 'scripted'];
  const fill = async (/** @type {import('../sessions/gateway-session.mjs').Session} */ { ask }) => {
    await submitNote(ask, 'template');
    await waitUntilDone(ask, 30_000);
  };
  await withGateway(flags, fill, { dataFolder: folder });
  multiply(path.join(folder, 'flowdeck.db'), size);
  const begun = performance.now();
  const measureAll = async (/** @type {import('../sessions/gateway-session.mjs').Session} */ { ask }) => {
    report({ name: `start with ${size} jobs`, value: performance.now() - begun, unit: 'ms' });
    // Excludes what the first query reads into memory.
    await ask('GET', '/console/jobs?limit=1&q=warm-up');
    for (const { name, query, barMs } of QUESTIONS) {
      const first = await ask('GET', query(Date.now()));
      if (first.status !== 200) throw new Error(`${name}: ${first.text.slice(0, 200)}`);
      /** @type {number[]} */
      const times = [];
      const pings = await pingWhile(ask, async () => {
        for (let round = 0; round < ROUNDS; round += 1) times.push((await ask('GET', query(Date.now()))).ms);
      });
      const note = `median ${median(times).toFixed(1)}, first ${first.ms.toFixed(0)} ms`;
      report({ name: `${name}, ${size}, p99`, value: quantile(times, 0.99), unit: 'ms', bar: barMs, note });
      report({ name: `  ping meanwhile, p99`, value: quantile(pings, 0.99), unit: 'ms', bar: 20 });
      const before = medians.get(name);
      if (before === undefined) medians.set(name, median(times));
      else report({ name: `  ratio of ${size} to ${SIZES[0]}`, value: median(times) / before, unit: 'x' });
    }
  };
  await withGateway(flags, measureAll, { dataFolder: folder });
}

/** @param {import('../sessions/gateway-session.mjs').Session['ask']} ask @param {() => Promise<void>} work @returns {Promise<number[]>} */
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

const WORDS =
  'dusk oil canvas warm light coral reef mountain river portrait sharp focus film grain soft shadow misty forest';

/**
 * Creates a database of `size` jobs of one day from its only job, each with different text, label, workflow and output.
 * @param {string} file
 * @param {number} size
 */
function multiply(file, size) {
  const db = new DatabaseSync(file);
  const words = WORDS.split(' ');
  const job = db.prepare('SELECT * FROM jobs').get();
  const output = db
    .prepare(
      'SELECT assets.*, outputs.node_id, outputs.name, outputs.type FROM outputs JOIN assets ON assets.id = asset_id',
    )
    .get();
  if (!job || !output) throw new Error('There is no job to multiply');
  const insertJob = insert(
    db,
    'jobs',
    Object.keys(job).filter((name) => name !== 'seq'),
  );
  const insertText = insert(db, 'job_texts', ['seq', 'text']);
  const insertWorkflow = insert(db, 'job_workflows', ['job_id', 'text']);
  const insertLabel = insert(db, 'job_labels', ['key', 'value', 'seq']);
  const insertAsset = insert(
    db,
    'assets',
    Object.keys(output).filter((name) => !['node_id', 'name', 'type'].includes(name)),
  );
  const insertOutput = insert(db, 'outputs', ['job_id', 'node_id', 'name', 'type', 'asset_id']);
  const now = Date.now();
  db.exec('BEGIN');
  for (let n = 1; n < size; n += 1) {
    const seq = Number(job['seq']) + n;
    const id = `${((n * 2_654_435_761) % 2 ** 32).toString(16).padStart(8, '0')}-0000-4000-8000-${n.toString(16).padStart(12, '0')}`;
    const createdAt = now - Math.floor(((size - n) / size) * (DAY_MS - 60_000));
    const startedAt = createdAt + (n % 977);
    const status = n % 29 === 0 ? 'failed' : 'succeeded';
    insertJob({
      ...job,
      id,
      status,
      created_at: createdAt,
      started_at: startedAt,
      completed_at: startedAt + ((n * 7919) % 60_000),
    });
    const prompt = Array.from(
      { length: 140 },
      (_, at) => words[(n * 31 + at * at * 7 + ((n * at) >> 3)) % words.length],
    ).join(' ');
    insertText({
      seq,
      text: `title-${n}-\nscriptoutput\na harbour at ${n % 100 === 0 ? 'velvet ' : ''}${prompt}\nnote_${n}.txt`,
    });
    insertWorkflow({ job_id: id, text: `{"1":{"class_type":"ScriptText","inputs":{"text":"${prompt}"}}}` });
    insertLabel({ key: 'flowdeck_title', value: `title-${n}-`, seq });
    insertAsset({ ...output, id: `asset-${n}`, job_id: id, created_at: createdAt, file_path: `note_${n}.txt` });
    insertOutput({ ...output, job_id: id, asset_id: `asset-${n}` });
  }
  db.exec('COMMIT');
  db.close();
}

/** @param {import('@photostructure/sqlite').DatabaseSyncInstance} db @param {string} table @param {readonly string[]} columns */
function insert(db, table, columns) {
  const statement = db.prepare(
    `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
  );
  return (/** @type {Record<string, any>} */ row) => statement.run(...columns.map((name) => row[name]));
}
