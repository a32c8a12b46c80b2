// A gateway with many jobs, which are written to its database: submitting ten thousand takes a minute.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { submitNote, waitUntilDone, withGateway } from './gateway-session.mjs';

export const DAY_MS = 86_400_000;
const TITLE = 'flowdeck_title';

/**
 * Starts a gateway with jobs of one day, each with its own text, title, workflow and output.
 * @template T
 * @param {number} size number of jobs
 * @param {(session: import('./gateway-session.mjs').Session, startMs: number) => Promise<T>} work
 * @param {{ flags?: string[], submit?: (ask: import('./gateway-session.mjs').Session['ask']) => Promise<unknown> }} [like] `submit`
 *   sends the job that all others resemble
 * @returns {Promise<T>}
 */
export async function withManyJobs(
  size,
  work,
  { flags = ['--engine', 'scripted'], submit = (ask) => submitNote(ask, 'template') } = {},
) {
  const dataFolder = mkdtempSync(path.join(tmpdir(), 'flowdeck-bench-'));
  try {
    await withGateway(
      flags,
      async ({ ask }) => {
        await submit(ask);
        await waitUntilDone(ask, 30_000);
      },
      { dataFolder },
    );
    multiply(path.join(dataFolder, 'flowdeck.db'), size);
    const begun = performance.now();
    return await withGateway(flags, (session) => work(session, performance.now() - begun), { dataFolder });
  } finally {
    rmSync(dataFolder, { recursive: true, force: true });
  }
}

/** Title of the job with this number, from 1. @param {number} n */
export const titleOf = (n) => `title-${n}-`;

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
    columnsOf(db, 'jobs').filter((name) => name !== 'seq'),
  );
  const insertText = insert(db, 'job_texts', ['seq', 'text']);
  const insertWorkflow = insert(db, 'job_workflows', ['job_id', 'text']);
  const insertLabel = insert(db, 'job_labels', ['key', 'value', 'seq']);
  const insertAsset = insert(db, 'assets', columnsOf(db, 'assets'));
  const insertOutput = insert(db, 'outputs', ['job_id', 'node_id', 'name', 'type', 'asset_id']);
  const now = Date.now();
  db.exec('BEGIN');
  for (let n = 1; n < size; n += 1) {
    const seq = Number(job['seq']) + n;
    const id = `${((n * 2_654_435_761) % 2 ** 32).toString(16).padStart(8, '0')}-0000-4000-8000-${n.toString(16).padStart(12, '0')}`;
    const createdAt = now - Math.floor(((size - n) / size) * (DAY_MS - 60_000));
    const startedAt = createdAt + (n % 977);
    const fileName = `${n}-${String(output['file_path'])}`;
    const status = n % 29 === 0 ? 'failed' : 'succeeded';
    insertJob({
      ...job,
      id,
      status,
      labels: JSON.stringify({ [TITLE]: titleOf(n) }),
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
      text: `${titleOf(n)}\nscriptoutput\na harbour at ${n % 100 === 0 ? 'velvet ' : ''}${prompt}\n${fileName}`,
    });
    insertWorkflow({ job_id: id, text: `{"1":{"class_type":"ScriptText","inputs":{"text":"${prompt}"}}}` });
    insertLabel({ key: TITLE, value: titleOf(n), seq });
    insertAsset({ ...output, id: `asset-${n}`, job_id: id, created_at: createdAt, file_path: fileName });
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

/** Returns the columns without generated ones. @param {import('@photostructure/sqlite').DatabaseSyncInstance} db @param {string} table */
function columnsOf(db, table) {
  return db
    .prepare(`PRAGMA table_info(${table})`)
    .all()
    .map((column) => String(column['name']));
}
