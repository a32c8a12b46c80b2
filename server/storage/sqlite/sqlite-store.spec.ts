import { cpuMs } from '@contract/testing/cpu-time';
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { NO_FIELDS } from '@contract/console/search-fields';
import { readSearchTerms } from '@contract/console/search-terms';
import { SearchFieldsReader } from '../../jobs/search-fields';
import { createMemoryDeps } from '../../testing/memory-deps';
import { JOB_STATUSES } from '@contract/jobs/lifecycle';
import { MIGRATIONS } from './migrations';
import { assetsSql } from './sqlite-asset-search';
import { ASSET_COUNTS_SQL, DISTINCT_BYTES_SQL, OLDEST_OUTPUTS_SQL, RESULT_COUNT_SQL } from './sqlite-assets';
import { SqliteDatabase } from './sqlite-database';
import { SqliteJobs, walkSql } from './sqlite-jobs';
import { openConnection, type SqliteConnection } from '../sqlite-driver';
import { openSqliteStore } from './sqlite-store';
import { StoreCorrupt, StoreForeign, StoreTooNew } from '../store-errors';
import type { AssetFilter, JobFilter, NewJob, Store } from '../store';

let folder = '';
let path = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'flowdeck-sqlite-'));
  path = join(folder, 'flowdeck.db');
});
afterEach(() => rmSync(folder, { recursive: true }));

const raw = (work: (db: SqliteConnection) => void) => {
  const db = openConnection(path);
  work(db);
  db.close();
};

const job = (n: number, workflowText = '{}'): NewJob => ({
  id: `job-${n}`,
  owner: 'local',
  status: JOB_STATUSES[n % JOB_STATUSES.length] ?? 'queued',
  createdAt: n,
  startedAt: null,
  completedAt: null,
  expiresAt: 10 ** 12 + n,
  labels: { batch: String(n % 100), parity: String(n % 2), only: n === 5000 ? 'this' : '' },
  progress: null,
  error: null,
  needsExtraData: false,
  starts: 0,
  outputTitle: null,
  workflowText,
  assetIds: [],
  searchText: '',
  searchFields: NO_FIELDS,
  shape: '',
});

describe('the file', () => {
  test('contains everything when the store is opened again', () => {
    const first = openSqliteStore(path);
    const record = first.jobs.insert(job(1));
    first.keys.claim('s', 'k', 5, 10);
    first.close();
    const again = openSqliteStore(path);
    expect(again.jobs.get('job-1')).toEqual(record);
    expect(again.jobs.list({ owner: 'local', limit: 9, labels: { parity: '1' } }).jobs).toEqual([record]);
    expect(again.keys.claim('s', 'k', 6, 10)).toBe(false);
    again.close();
  });

  test('keeps the order of the queue when the store is opened again', () => {
    const first = openSqliteStore(path);
    for (const number of [1, 2, 3]) first.jobs.insert({ ...job(number), status: 'queued' });
    const front = -first.queue.takeSeq();
    const back = first.queue.takeSeq();
    first.queue.setRank('job-3', front);
    first.queue.setRank('job-1', back);
    first.close();
    const again = openSqliteStore(path);
    const ranks = again.jobs.withStatus(['queued']).map(({ id, queueRank }) => ({ id, queueRank }));
    const inOrder = ranks.toSorted((left, right) => left.queueRank - right.queueRank).map(({ id }) => id);
    expect(inOrder).toEqual(['job-3', 'job-2', 'job-1']);
    expect(again.jobs.insert(job(4)).queueRank).toBeGreaterThan(back);
    again.close();
  });

  test('uses write-ahead logging and is synced on every commit', () => {
    openSqliteStore(path).close();
    const db = new SqliteDatabase(path);
    expect(db.get('PRAGMA journal_mode')).toMatchObject({ journal_mode: 'wal' });
    expect(db.get('PRAGMA synchronous')).toMatchObject({ synchronous: 1 });
    expect(db.get('PRAGMA foreign_keys')).toMatchObject({ foreign_keys: 1 });
    db.close();
  });

  test('is complete after closing, without its log', () => {
    const store = openSqliteStore(path);
    store.jobs.insert(job(1));
    store.close();
    const copy = join(folder, 'copy.db');
    copyFileSync(path, copy);
    const copied = openSqliteStore(copy);
    expect(copied.jobs.get('job-1')).not.toBeNull();
    copied.close();
  });

  test('keeps its log short during writes and reads', () => {
    const store = openSqliteStore(path);
    for (let n = 1; n <= 200; n += 1) {
      store.jobs.insert(job(n, 'x'.repeat(60_000)));
      store.jobs.list({ owner: 'local', limit: 1 });
    }
    expect(statSync(`${path}-wal`).size).toBeLessThan(8 * 1024 ** 2);
    store.close();
  });

  test('of a newer version is rejected and unchanged', () => {
    openSqliteStore(path).close();
    raw((db) => db.exec(`PRAGMA user_version = ${MIGRATIONS.length + 1}`));
    const before = readFileSync(path);
    expect(() => openSqliteStore(path)).toThrow(StoreTooNew);
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  test('of another program is rejected and unchanged', () => {
    raw((db) => db.exec('CREATE TABLE bookmarks (url TEXT)'));
    const before = readFileSync(path);
    expect(() => openSqliteStore(path)).toThrow(StoreForeign);
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  test.each([
    [
      'text in place of a database',
      () => writeFileSync(path, 'not a database, but long enough to look like one'.repeat(99)),
    ],
    [
      'a header and then rubbish',
      () => writeFileSync(path, Buffer.concat([readFileSync(path).subarray(0, 16), Buffer.alloc(9000, 7)])),
    ],
    ['a hole in the middle', () => writeFileSync(path, readFileSync(path).fill(9, 4096, 60_000))],
    ['a missing end', () => truncateSync(path, Math.floor(statSync(path).size / 2))],
  ])('damaged by %s is recognized', (_, damage) => {
    const store = openSqliteStore(path);
    store.transaction(() => {
      for (let n = 1; n <= 200; n += 1) store.jobs.insert(job(n, 'x'.repeat(1000)));
    });
    store.close();
    damage();
    expect(() => openSqliteStore(path)).toThrow(StoreCorrupt);
  });

  test('that is empty is initialized as a new database', () => {
    writeFileSync(path, '');
    const store = openSqliteStore(path);
    expect(store.jobs.list({ owner: 'local', limit: 1 }).jobs).toEqual([]);
    store.close();
  });
});

describe('a full disk', () => {
  test('rejects the write, rolls back the whole transaction, and recovers', () => {
    const db = new SqliteDatabase(path);
    const jobs = new SqliteJobs(db);
    jobs.insert(job(1));
    const pages = Number(db.get('PRAGMA page_count')?.['page_count']);
    db.exec(`PRAGMA max_page_count = ${pages + 5}`);
    const write = () =>
      db.transaction(() => {
        jobs.update('job-1', { status: 'failed' });
        jobs.insert(job(2, 'x'.repeat(200_000)));
      });
    expect(write).toThrow(/full/);
    expect(jobs.get('job-1')?.status).toBe(job(1).status);
    expect(jobs.get('job-2')).toBeNull();
    db.exec('PRAGMA max_page_count = 1000000');
    write();
    expect(jobs.get('job-1')?.status).toBe('failed');
    expect(jobs.workflowText('job-2')).toHaveLength(200_000);
    db.close();
  });
});

test('a reader in another tool does not fail a write', () => {
  const db = new SqliteDatabase(path);
  const jobs = new SqliteJobs(db);
  const reader = new SqliteDatabase(path);
  reader.exec('BEGIN');
  reader.all('SELECT * FROM jobs');
  jobs.insert(job(1));
  reader.exec('COMMIT');
  expect(reader.all('SELECT id FROM jobs')).toEqual([{ id: 'job-1' }]);
  reader.close();
  db.close();
});

describe('migrations', () => {
  test('run in order, once, each with its number', () => {
    const first = 'CREATE TABLE steps (n INTEGER)';
    new SqliteDatabase(path, { migrations: [first] }).close();
    const db = new SqliteDatabase(path, {
      migrations: [first, 'INSERT INTO steps VALUES (2)', 'INSERT INTO steps VALUES (3)'],
    });
    expect(db.all('SELECT n FROM steps ORDER BY rowid')).toEqual([{ n: 2 }, { n: 3 }]);
    expect(db.get('PRAGMA user_version')).toMatchObject({ user_version: 3 });
    db.close();
    const again = new SqliteDatabase(path, {
      migrations: [first, 'INSERT INTO steps VALUES (2)', 'INSERT INTO steps VALUES (3)'],
    });
    expect(again.all('SELECT n FROM steps')).toHaveLength(2);
    again.close();
  });

  test('a failed step leaves the file at the previous step', () => {
    const first = 'CREATE TABLE steps (n INTEGER)';
    expect(
      () =>
        new SqliteDatabase(path, {
          migrations: [first, 'INSERT INTO steps VALUES (1); INSERT INTO nowhere VALUES (1)'],
        }),
    ).toThrow(/no such table/);
    const db = new SqliteDatabase(path, { migrations: [first] });
    expect(db.get('PRAGMA user_version')).toMatchObject({ user_version: 1 });
    expect(db.all('SELECT n FROM steps')).toEqual([]);
    db.close();
  });
});

describe('with 10,000 jobs of 5 kB', () => {
  const filters: [string, Partial<JobFilter>][] = [
    ['the newest page', {}],
    ['a page from the middle', { beforeSeq: 5000 }],
    ['a page of the commonest statuses', { statuses: ['succeeded', 'failed', 'canceled'] }],
    ['a page by a frequent label', { labels: { parity: '1' } }],
    ['a page by two labels', { labels: { parity: '1', batch: '33' } }],
    ['a page by a label of one job', { labels: { only: 'this' } }],
    ['a page by label and status', { labels: { parity: '1' }, statuses: ['queued', 'running'] }],
  ];
  let own = '';
  let store: Store;
  beforeAll(() => {
    own = mkdtempSync(join(tmpdir(), 'flowdeck-sqlite-'));
    store = openSqliteStore(join(own, 'flowdeck.db'));
    const text = JSON.stringify({ '1': { class_type: 'X', inputs: { text: 'y'.repeat(5000) } } });
    store.transaction(() => {
      for (let n = 1; n <= 10_000; n += 1) store.jobs.insert(job(n, text));
    });
  });
  afterAll(() => {
    store.close();
    rmSync(own, { recursive: true });
  });

  test.each(filters)('%s takes a median of a few milliseconds', (_, filter) => {
    const times: number[] = [];
    for (let turn = 0; turn < 31; turn += 1) {
      const read = () => {
        const page = store.jobs.list({ owner: 'local', limit: 50, ...filter });
        store.jobs.outputs(page.jobs.map(({ id }) => id));
        expect(page.jobs.length).toBeGreaterThan(0);
      };
      times.push(cpuMs(read));
    }
    // The p99 is measured by the bench: here other load on the machine would decide it.
    expect(times.sort((a, b) => a - b)[15]).toBeLessThan(12);
  });

  test.each(filters)('%s neither sorts nor scans', (_, filter) => {
    const db = new SqliteDatabase(join(own, 'flowdeck.db'));
    for (const status of [...(filter.statuses ?? []), null]) {
      const { sql, parameters } = walkSql({ owner: 'local', limit: 50, ...filter }, status);
      const plan = db.all(`EXPLAIN QUERY PLAN ${sql}`, ...parameters).map((row) => String(row['detail']));
      expect(plan.length).toBeGreaterThan(0);
      expect(plan.join()).not.toMatch(/TEMP B-TREE|SCAN/);
    }
    db.close();
  });
});

test('assets are counted without reading more of them than the expired ones', () => {
  const db = new SqliteDatabase(path);
  const plan = db
    .all(`EXPLAIN QUERY PLAN ${ASSET_COUNTS_SQL}`, 'local', 1, 'local')
    .map((row) => String(row['detail']));
  const reads = plan.filter((step) => /\bassets\b/.test(step));
  expect(reads).toEqual([expect.stringMatching(/SEARCH assets USING INDEX assets_by_expiry/)]);
  db.close();
});

test('a search of assets scans a part of the table and no index', () => {
  const db = new SqliteDatabase(path);
  for (const more of [{}, { origin: 'uploads' as const }, { origin: 'outputs' as const }]) {
    const { sql, parameters } = assetsSql({ owner: 'local', now: 1, limit: 50, text: 'x', before: 9, ...more }, 1);
    const plan = db.all(`EXPLAIN QUERY PLAN ${sql}`, ...parameters).map((row) => String(row['detail']));
    expect(plan).toEqual(['SEARCH assets USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)']);
  }
  db.close();
});

test('a page of files is read from an index, in its order', () => {
  const db = new SqliteDatabase(path);
  const page = { owner: 'local', now: 1, limit: 50 };
  const cases: [Partial<AssetFilter>, string][] = [
    [{}, 'assets_by_owner (owner=?)'],
    [{ before: 9, origin: 'outputs' }, 'assets_by_owner (owner=? AND rowid<?)'],
    [{ kind: 'video', before: 9 }, 'assets_by_kind (owner=? AND kind=? AND rowid<?)'],
    [{ kind: 'video', origin: 'outputs', createdFrom: 5 }, 'assets_by_kind (owner=? AND kind=?)'],
  ];
  for (const [more, index] of cases) {
    const { sql, parameters } = assetsSql({ ...page, ...more });
    const plan = db.all(`EXPLAIN QUERY PLAN ${sql}`, ...parameters).map((row) => String(row['detail']));
    expect(plan).toEqual([`SEARCH assets USING INDEX ${index}`]);
  }
  const plan = db.all(`EXPLAIN QUERY PLAN ${RESULT_COUNT_SQL}`, 'local', 1).map((row) => String(row['detail']));
  expect(plan).toEqual([expect.stringMatching(/SEARCH assets USING INDEX assets_model_results \(owner=\?/)]);
  db.close();
});

test('the storage limit reads outputs and contents in the order of an index', () => {
  const db = new SqliteDatabase(path);
  const plan = (sql: string, ...parameters: (string | number)[]) =>
    db.all(`EXPLAIN QUERY PLAN ${sql}`, ...parameters).map((row) => String(row['detail']));
  // Versions of SQLite word the second part differently.
  expect(plan(OLDEST_OUTPUTS_SQL, 'local', 1, 2, 3)).toEqual([
    expect.stringMatching(/^SEARCH assets USING INDEX assets_by_creation \(owner=\? AND \(?created_at\b/),
  ]);
  const contents = plan(DISTINCT_BYTES_SQL, '00', '01', 'local');
  expect(contents.filter((step) => /\bassets\b/.test(step))).toEqual([
    'SEARCH assets USING INDEX assets_by_blob (blob>? AND blob<?)',
  ]);
  expect(contents.join()).not.toContain('TEMP B-TREE');
  db.close();
});

test('a closed store leaves no log file with records behind', () => {
  openSqliteStore(path).close();
  expect(existsSync(`${path}-wal`) ? statSync(`${path}-wal`).size : 0).toBe(0);
});

test('workflow pieces of jobs that were never created are removed at the next start', () => {
  const before = openSqliteStore(path);
  before.jobs.putWorkflowPiece('never', 'x');
  before.jobs.putWorkflowPiece('job-1', '{');
  before.jobs.insert({ ...job(1), workflowText: '}' });
  before.close();
  openSqliteStore(path).close();
  const db = new SqliteDatabase(path);
  expect(db.all('SELECT job_id FROM workflow_pieces')).toEqual([{ job_id: 'job-1' }]);
  db.close();
});

test('jobs stored before their inputs were searched are read one after the other, at the next start', async () => {
  const old = new SqliteDatabase(path, { migrations: MIGRATIONS.slice(0, -1) });
  const insert =
    'INSERT INTO jobs (id, owner, status, created_at, expires_at, labels, needs_extra_data) VALUES (?, ?, ?, 0, 9999999999999, ?, 0)';
  const prompts = ['a red fox', 'a wolf', ''];
  for (const [index, prompt] of prompts.entries()) {
    const text = JSON.stringify({ '1': { class_type: 'Draw', inputs: { prompt, seed: 42, steps: 1 } } });
    old.transaction(() => {
      old.run(insert, `job-${index}`, 'local', 'succeeded', '{}');
      old.run('INSERT INTO job_workflows (job_id, text) VALUES (?, ?)', `job-${index}`, prompt === '' ? '{' : text);
      old.run('INSERT INTO job_texts (seq, text) SELECT seq, ? FROM jobs WHERE id = ?', prompt, `job-${index}`);
    });
  }
  old.close();
  const store = openSqliteStore(path);
  const find = async (text: string) => {
    const { jobs } = await store.search.page({ owner: 'local', ...readSearchTerms(text) }, 'newest', 10);
    return jobs.map(({ id }) => id);
  };
  expect(store.jobs.countWithoutSearchFields()).toBe(3);
  expect(await find('prompt:fox')).toEqual([]);
  const { engine, log } = await createMemoryDeps();
  const reader = new SearchFieldsReader({ store, engine, log });
  await expect.poll(() => store.jobs.countWithoutSearchFields()).toBe(0);
  await reader.close();
  expect(await find('prompt:fox')).toEqual(['job-0']);
  expect(await find('seed:42')).toEqual(['job-1', 'job-0']);
  store.close();
});
