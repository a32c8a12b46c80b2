import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { JobOrder, JobSearch } from './job-search';
import { createMemoryStore } from './memory-store';
import { MIGRATIONS } from './migrations';
import { SqliteDatabase } from './sqlite-database';
import { pageSql, statusWalkSql } from './sqlite-job-search';
import { openConnection } from './sqlite-driver';
import { openSqliteStore } from './sqlite-store';
import type { NewJob, Store } from './store';
import { newJob } from './testing/new-job';

const T0 = Date.UTC(2030, 0, 1);

const job = (id: string, more: Partial<NewJob> = {}) => newJob(id, { createdAt: T0, expiresAt: T0 * 2, ...more });

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'flowdeck-search-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const adapters: { name: string; open: () => Store }[] = [
  { name: 'in memory', open: () => createMemoryStore() },
  { name: 'in SQLite', open: () => openSqliteStore(join(folder, 'flowdeck.db')) },
];

describe.each(adapters)('a search $name', ({ open }) => {
  let store: Store;
  beforeEach(() => {
    store = open();
  });
  afterEach(() => store.close());

  const walk = (search: Partial<JobSearch>, order: JobOrder = 'newest', limit = 100) => {
    const ids: string[] = [];
    let after: Parameters<Store['search']['page']>[3];
    do {
      const page = store.search.page({ owner: 'local', words: [], ...search }, order, limit, after);
      expect(page.jobs.length).toBeLessThanOrEqual(limit);
      ids.push(...page.jobs.map(({ id }) => id));
      after = page.next ?? undefined;
    } while (after);
    return ids;
  };

  test('keeps to runs of more than a time, and measures those that go on until now', () => {
    store.jobs.insert(job('short', { startedAt: T0, completedAt: T0 + 10_000 }));
    store.jobs.insert(job('long', { startedAt: T0, completedAt: T0 + 10_001 }));
    store.jobs.insert(job('on', { status: 'running', startedAt: T0 + 5000 }));
    store.jobs.insert(job('waits'));
    store.jobs.insert(job('never', { status: 'canceled', completedAt: T0 + 60_000 }));
    const ran = (now: number) => walk({ ranOver: { ms: 10_000, now } });
    expect(ran(T0 + 15_000)).toEqual(['long']);
    expect(ran(T0 + 15_001)).toEqual(['on', 'long']);
    expect(store.search.times({ owner: 'local', words: [], ranOver: { ms: 10_000, now: T0 } })).toHaveLength(1);
  });

  test('keeps to labels, each with its value', () => {
    store.jobs.insert(job('a', { labels: { title: 'Coral', batch: '1' } }));
    store.jobs.insert(job('b', { labels: { title: 'Coral', batch: '2' } }));
    store.jobs.insert(job('c', { labels: { title: 'coral' } }));
    expect(walk({ labels: { title: 'Coral' } })).toEqual(['b', 'a']);
    expect(walk({ labels: { title: 'Coral', batch: '1' } })).toEqual(['a']);
    expect(walk({ labels: { title: 'Ink' } })).toEqual([]);
  });

  test('finds every word, anywhere in the text, and nothing of other owners', () => {
    store.jobs.insert(job('a', { searchText: 'coral sweep\nflowdeckreactiondiffusion\n18446744073709551615' }));
    store.jobs.insert(job('b', { searchText: 'soften "and" frame\nimageblur' }));
    store.jobs.insert(job('c', { searchText: 'coral', owner: 'other' }));
    expect(walk({ words: ['coral'] })).toEqual(['a']);
    expect(walk({ words: ['diffus', 'weep'] })).toEqual(['a']);
    expect(walk({ words: ['744073'] })).toEqual(['a']);
    expect(walk({ words: ['coral', 'blur'] })).toEqual([]);
    expect(walk({ words: ['"and"'] })).toEqual(['b']);
    expect(walk({ words: [] })).toEqual(['b', 'a']);
  });

  test('takes words of one and two signs, signs of the query language, and other scripts, as they are', () => {
    store.jobs.insert(job('a', { searchText: 'größe 50% _x -y or:z *' }));
    store.jobs.insert(job('b', { searchText: 'grosse 珊瑚礁' }));
    for (const word of ['ß', '0%', '_x', '-y', 'or:z', '*', 'größ']) expect(walk({ words: [word] })).toEqual(['a']);
    for (const word of ['珊', '瑚礁', '珊瑚礁']) expect(walk({ words: [word] })).toEqual(['b']);
  });

  test('finds an id by its start only, and by no short one', () => {
    store.jobs.insert(job('7f3d2c1b-9a8e-4d6f-8012-3c4d5e6f7a8b'));
    expect(walk({ words: ['7f3d2'] })).toHaveLength(1);
    expect(walk({ words: ['7f3d2c1b-9a8e-4d6f-8012-3c4d5e6f7a8b'] })).toHaveLength(1);
    expect(walk({ words: ['7f3'] })).toEqual([]);
    expect(walk({ words: ['9a8e'] })).toEqual([]);
  });

  test('finds a job that is over by its outputs and its error', () => {
    store.jobs.insert(job('a', { searchText: 'coral' }));
    store.assets.insert({
      id: 'x',
      owner: 'local',
      blob: null,
      sizeBytes: 1,
      contentType: 'image/png',
      filePath: null,
      createdAt: T0,
      expiresAt: null,
      jobId: 'a',
      tags: [],
    });
    store.jobs.putOutput({ jobId: 'a', nodeId: '9', name: 'Reef_0001.PNG', type: 'image', assetId: 'x' });
    store.jobs.update('a', { status: 'running' });
    expect(walk({ words: ['reef'] })).toEqual([]);
    const error = { code: 'node_error', message: 'Sizes differ', class_type: 'ImageBlend' };
    store.jobs.update('a', { status: 'failed', error });
    for (const word of ['reef_0001.png', 'sizes', 'imageblend', 'node_error', 'coral']) {
      expect(walk({ words: [word] })).toEqual(['a']);
    }
    expect(walk({ words: ['reef', 'coral', 'differ'] })).toEqual(['a']);
    store.jobs.remove('a');
    expect(walk({ words: ['reef'] })).toEqual([]);
  });

  test('keeps to the time of submission, its start included and its end not', () => {
    for (const [index, id] of ['a', 'b', 'c'].entries()) store.jobs.insert(job(id, { createdAt: T0 + index }));
    expect(walk({ createdFrom: T0 + 1 })).toEqual(['c', 'b']);
    expect(walk({ createdBefore: T0 + 1 })).toEqual(['a']);
    expect(walk({ createdFrom: T0 + 1, createdBefore: T0 + 2 })).toEqual(['b']);
  });

  test('counts what matches under every status, whatever statuses are asked for', () => {
    store.jobs.insert(job('a', { searchText: 'coral', status: 'failed' }));
    store.jobs.insert(job('b', { searchText: 'coral', status: 'failed' }));
    store.jobs.insert(job('c', { searchText: 'coral' }));
    store.jobs.insert(job('d', { searchText: 'ink' }));
    const page = store.search.page({ owner: 'local', words: ['coral'], statuses: ['queued'] }, 'newest', 10);
    expect(page.counts).toEqual({ failed: 2, queued: 1 });
    expect(page.jobs.map(({ id }) => id)).toEqual(['c']);
    expect(store.search.page({ owner: 'local', words: ['nothing'] }, 'newest', 10).counts).toEqual({});
    expect(store.search.page({ owner: 'local', words: [] }, 'newest', 1, { rank: 0, seq: 3 }).counts).toBeNull();
  });

  test('walks every order page by page, each job once, those without such a time last', () => {
    const run = (id: string, waitMs: number, runMs: number) =>
      store.jobs.insert(
        job(id, { createdAt: T0, startedAt: T0 + waitMs, completedAt: T0 + waitMs + runMs, status: 'succeeded' }),
      );
    run('a', 10, 5);
    run('b', 30, 5);
    store.jobs.insert(job('waiting'));
    run('c', 20, 9);
    run('clock-set-back', -5, -5);
    for (const limit of [1, 2, 100]) {
      expect(walk({}, 'newest', limit)).toEqual(['clock-set-back', 'c', 'waiting', 'b', 'a']);
      expect(walk({}, 'oldest', limit)).toEqual(['a', 'b', 'waiting', 'c', 'clock-set-back']);
      expect(walk({}, 'longest_run', limit)).toEqual(['c', 'b', 'a', 'clock-set-back', 'waiting']);
      expect(walk({}, 'longest_wait', limit)).toEqual(['b', 'c', 'a', 'clock-set-back', 'waiting']);
    }
    expect(walk({ statuses: ['succeeded'] }, 'oldest', 2)).toEqual(['a', 'b', 'c', 'clock-set-back']);
  });

  test('tells the times of what matches', () => {
    const times = { status: 'succeeded' as const, createdAt: T0, startedAt: T0 + 1, completedAt: T0 + 2 };
    store.jobs.insert(job('a', times));
    store.jobs.insert(job('b'));
    expect(store.search.times({ owner: 'local', words: [], statuses: ['succeeded'] })).toEqual([times]);
  });

  test('a job that is taken back is not found', () => {
    const failing = () =>
      store.transaction(() => {
        store.jobs.insert(job('a', { searchText: 'coral' }));
        throw new Error('No');
      });
    expect(failing).toThrow('No');
    expect(walk({ words: ['coral'] })).toEqual([]);
  });
});

test('jobs of an older file are found too, by what their graph, labels, outputs and errors say', () => {
  const path = join(folder, 'flowdeck.db');
  new SqliteDatabase(path, MIGRATIONS.slice(0, 1)).close();
  const raw = openConnection(path);
  raw
    .prepare(
      `INSERT INTO jobs (id, owner, status, created_at, expires_at, labels, error, needs_extra_data)
         VALUES ('a', 'local', 'failed', 1, 2, '{"flowdeck_title":"Coral Sweep"}', ?, 0)`,
    )
    .run('{"code":"x","message":"Sizes differ","class_type":"ImageBlend"}');
  raw
    .prepare('INSERT INTO job_workflows VALUES (?, ?)')
    .run('a', '{"1":{"class_type":"ScriptText","inputs":{"text":"A Reef"}}}');
  raw.close();
  const store = openSqliteStore(path);
  for (const word of ['coral', 'scripttext', 'reef', 'sizes', 'imageblend']) {
    expect(store.search.page({ owner: 'local', words: [word] }, 'newest', 9).jobs).toHaveLength(1);
  }
  store.jobs.remove('a');
  expect(store.search.page({ owner: 'local', words: ['coral'] }, 'newest', 9).jobs).toEqual([]);
  store.close();
});

test('the kept counts follow inserts, transitions, removals and rollbacks', () => {
  const store = openSqliteStore(join(folder, 'flowdeck.db'));
  const counts = () => store.search.page({ owner: 'local', words: [] }, 'newest', 1).counts;
  for (const id of ['a', 'b', 'c']) store.jobs.insert(job(id));
  store.jobs.update('a', { status: 'running' });
  store.jobs.update('a', { status: 'succeeded' });
  store.jobs.update('b', { status: 'queued' });
  expect(counts()).toEqual({ queued: 2, succeeded: 1 });
  store.jobs.remove('a');
  const undone = () =>
    store.transaction(() => {
      store.jobs.update('b', { status: 'failed' });
      store.jobs.remove('c');
      throw new Error('undone');
    });
  expect(undone).toThrow('undone');
  expect(counts()).toEqual({ queued: 2 });
  expect(store.jobs.countWithStatus('queued')).toBe(2);
  // As the trash does it.
  const raw = openConnection(join(folder, 'flowdeck.db'));
  raw.exec("UPDATE jobs SET owner = 'trash' WHERE id = 'c'");
  raw.close();
  expect(counts()).toEqual({ queued: 1 });
  store.close();
});

test('the kept counts of an older file are those of its jobs', () => {
  const path = join(folder, 'flowdeck.db');
  const step = MIGRATIONS.findIndex((sql) => sql.includes('CREATE TABLE job_counts'));
  new SqliteDatabase(path, MIGRATIONS.slice(0, step)).close();
  const raw = openConnection(path);
  const insert = raw.prepare(
    `INSERT INTO jobs (id, owner, status, created_at, expires_at, labels, needs_extra_data) VALUES (?, 'local', ?, 1, 2, '{}', 0)`,
  );
  for (const [id, status] of Object.entries({ a: 'failed', b: 'succeeded', c: 'succeeded' })) insert.run(id, status);
  raw.close();
  const store = openSqliteStore(path);
  expect(store.search.page({ owner: 'local', words: [] }, 'oldest', 9)).toMatchObject({
    counts: { failed: 1, succeeded: 2 },
    jobs: [{ id: 'a' }, { id: 'b' }, { id: 'c' }],
  });
  store.close();
});

test.each([
  ['newest', null],
  ['oldest', 'failed'],
] as const)('the %s of an unfiltered list neither sort nor scan (status %s)', (order, status) => {
  const db = new SqliteDatabase(join(folder, 'plan.db'));
  const { sql, parameters } = statusWalkSql('local', status, order, 50, { rank: 0, seq: 9 });
  const plan = db.all(`EXPLAIN QUERY PLAN ${sql}`, ...parameters).map((row) => String(row['detail']));
  expect(plan.join()).toMatch(/SEARCH jobs USING COVERING INDEX/);
  expect(plan.join()).not.toMatch(/TEMP B-TREE|SCAN/);
  db.close();
});

test.each<[string, Partial<JobSearch>, JobOrder]>([
  ['the newest of a day', { createdFrom: 1 }, 'newest'],
  ['the longest runs', { statuses: ['failed'] }, 'longest_run'],
  ['words', { words: ['coral', 'sweep'] }, 'newest'],
])('%s are found without reading a whole row', (_, search, order) => {
  const db = new SqliteDatabase(join(folder, 'flowdeck.db'));
  const { sql, parameters } = pageSql({ owner: 'local', words: [], ...search }, order, 50);
  const plan = db.all(`EXPLAIN QUERY PLAN ${sql}`, ...parameters).map((row) => String(row['detail']));
  const reads = plan.filter((step) => /\bjobs\b/.test(step) && !/id>\?/.test(step));
  expect(reads.length).toBeGreaterThan(0);
  for (const step of reads) expect(step).toMatch(/COVERING INDEX|INTEGER PRIMARY KEY/);
  db.close();
});
