import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { JOB_SORTS, type JobSort } from '@contract/console/job-sorts';
import type { PromptField } from '@contract/console/prompt-history';
import { NO_FIELDS } from '@contract/console/search-fields';
import { readSearchTerms } from '@contract/console/search-terms';
import { MIN_COUNTED, type JobPrompts, type JobSearch, type SearchCursor } from './job-search';
import { createMemoryStore } from '../memory/memory-store';
import { MIGRATIONS } from '../sqlite/migrations';
import { SqliteDatabase } from '../sqlite/sqlite-database';
import { statusWalkSql } from '../sqlite/sqlite-job-search';
import { openConnection } from '../sqlite-driver';
import { TIMES_SQL } from '../sqlite/sqlite-job-times';
import { openSqliteStore } from '../sqlite/sqlite-store';
import type { NewJob, Store } from '../store';
import { seededRandom } from '../../testing/seeded-random';
import { newJob } from '../testing/new-job';
import { putOutput } from '../testing/put-output';

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

  const walk = async (search: Partial<JobSearch>, order: JobSort = 'newest', limit = 100) => {
    const ids: string[] = [];
    let after: SearchCursor | undefined;
    do {
      const page = await store.search.page({ owner: 'local', words: [], ...search }, order, limit, after);
      expect(page.jobs.length).toBeLessThanOrEqual(limit);
      ids.push(...page.jobs.map(({ id }) => id));
      after = page.next ?? undefined;
    } while (after);
    return ids;
  };

  test('filters by generation inputs, each in its own text', async () => {
    const fields = {
      prompt: 'a red fox in snow',
      negative: 'blurry',
      model: 'sd_xl.safetensors',
      seed: '\n42\n',
      size: '',
    };
    store.jobs.insert(job('fox', { searchText: 'a red fox in snow\nwolf', searchFields: fields }));
    store.jobs.insert(
      job('wolf', { searchText: 'fox', searchFields: { ...fields, prompt: 'a wolf', seed: '\n420\n' } }),
    );
    const find = (q: string) => walk(readSearchTerms(q));
    expect(await find('prompt:fox')).toEqual(['fox']);
    expect(await find('prompt:"red fox" model:sd_xl')).toEqual(['fox']);
    expect(await find('prompt:a')).toEqual(['wolf', 'fox']);
    expect(await find('seed:42')).toEqual(['fox']);
    expect(await find('negative:blurry seed:420')).toEqual(['wolf']);
    expect(await find('wolf prompt:fox')).toEqual(['fox']);
    expect(await find('prompt:wolf seed:42')).toEqual([]);
    expect(await find('size:1024x768')).toEqual([]);
    store.jobs.setSearchFields('fox', { ...fields, prompt: 'a hare' });
    expect(await find('prompt:fox')).toEqual([]);
    expect(await find('prompt:hare')).toEqual(['fox']);
  });

  test('yields the prompts of an owner, newest first, as they change', async () => {
    const withPrompt = (id: string, prompt: string, more: Partial<NewJob> = {}) =>
      job(id, { searchFields: { ...NO_FIELDS, prompt }, ...more });
    const prompts = async (field: PromptField = 'prompt') => {
      const jobs: JobPrompts[] = [];
      for await (const part of store.search.prompts('local', field)) jobs.push(...part);
      return jobs;
    };
    expect(await prompts()).toEqual([]);
    store.jobs.insert(withPrompt('fox', 'a fox\na hare'));
    store.jobs.insert(withPrompt('other', 'a wolf', { owner: 'other' }));
    store.jobs.insert(job('none'));
    store.transaction(() => {
      for (let n = 0; n < 1200; n += 1) store.jobs.insert(withPrompt(`many-${n}`, `number ${n}`));
    });
    const found = await prompts();
    expect(found.map(({ lines }) => lines).slice(0, 2)).toEqual(['number 1199', 'number 1198']);
    expect(found.slice(-2).map(({ id, lines }) => [id, lines])).toEqual([
      ['none', ''],
      ['fox', 'a fox\na hare'],
    ]);
    expect(found).toHaveLength(1202);
    expect(found.map(({ seq }) => seq)).toEqual(found.map(({ seq }) => seq).toSorted((a, b) => b - a));
    store.jobs.remove('fox');
    store.jobs.setSearchFields('none', { ...NO_FIELDS, prompt: 'a badger', negative: 'blurry' });
    expect((await prompts()).at(-1)?.lines).toBe('a badger');
    const negative = await prompts('negative');
    expect(negative.slice(-2).map(({ id, lines }) => [id, lines])).toEqual([
      ['many-0', ''],
      ['none', 'blurry'],
    ]);
  });

  test('filters by the shape of the workflow, with other conditions and without', async () => {
    const shaped = (id: string, shape: string, more: Partial<NewJob> = {}) => job(id, { shape, ...more });
    store.jobs.insert(shaped('a', 'one', { labels: { title: 'Coral' }, status: 'succeeded' }));
    store.jobs.insert(shaped('b', 'two', { labels: { title: 'Coral' } }));
    store.jobs.insert(shaped('c', 'one', { searchText: 'ink' }));
    store.jobs.insert(shaped('d', ''));
    store.jobs.insert(shaped('other', 'one', { owner: 'other' }));
    expect(await walk({ shape: 'one' })).toEqual(['c', 'a']);
    expect(await walk({ shape: 'one' }, 'oldest', 1)).toEqual(['a', 'c']);
    expect(await walk({ shape: 'one', labels: { title: 'Coral' } })).toEqual(['a']);
    expect(await walk({ shape: 'one', words: ['ink'] })).toEqual(['c']);
    expect(await walk({ shape: 'one', statuses: ['succeeded'] })).toEqual(['a']);
    expect(await walk({ shape: '' })).toEqual(['d']);
    expect(await walk({ shape: 'On' })).toEqual([]);
    expect(await rowsOf(store, { owner: 'local', words: [], shape: 'one' })).toHaveLength(2);
    store.jobs.setShape('b', 'one');
    expect(await walk({ shape: 'one' })).toEqual(['c', 'b', 'a']);
    expect([store.jobs.shape('b'), store.jobs.shape('d'), store.jobs.shape('nobody')]).toEqual(['one', '', null]);
    expect([store.jobs.countWithoutShape(), store.jobs.unreadForSearch(9)]).toEqual([0, []]);
    store.jobs.remove('c');
    expect(await walk({ shape: 'one' })).toEqual(['b', 'a']);
  });

  test('filters by minimum run time, and measures active runs until now', async () => {
    store.jobs.insert(job('short', { startedAt: T0, completedAt: T0 + 10_000 }));
    store.jobs.insert(job('long', { startedAt: T0, completedAt: T0 + 10_001 }));
    store.jobs.insert(job('on', { status: 'running', startedAt: T0 + 5000 }));
    store.jobs.insert(job('waits'));
    store.jobs.insert(job('never', { status: 'canceled', completedAt: T0 + 60_000 }));
    const ran = (now: number) => walk({ ranOver: { ms: 10_000, now } });
    expect(await ran(T0 + 15_000)).toEqual(['long']);
    expect(await ran(T0 + 15_001)).toEqual(['on', 'long']);
    expect(await rowsOf(store, { owner: 'local', words: [], ranOver: { ms: 10_000, now: T0 } })).toHaveLength(1);
  });

  test('filters by labels, each with its value', async () => {
    store.jobs.insert(job('a', { labels: { title: 'Coral', batch: '1' } }));
    store.jobs.insert(job('b', { labels: { title: 'Coral', batch: '2' } }));
    store.jobs.insert(job('c', { labels: { title: 'coral' } }));
    expect(await walk({ labels: { title: 'Coral' } })).toEqual(['b', 'a']);
    expect(await walk({ labels: { title: 'Coral', batch: '1' } })).toEqual(['a']);
    expect(await walk({ labels: { title: 'Ink' } })).toEqual([]);
  });

  test('finds every word, anywhere in the text, and no jobs of other owners', async () => {
    store.jobs.insert(job('a', { searchText: 'coral sweep\nflowdeckreactiondiffusion\n18446744073709551615' }));
    store.jobs.insert(job('b', { searchText: 'soften "and" frame\nimageblur' }));
    store.jobs.insert(job('c', { searchText: 'coral', owner: 'other' }));
    expect(await walk({ words: ['coral'] })).toEqual(['a']);
    expect(await walk({ words: ['diffus', 'weep'] })).toEqual(['a']);
    expect(await walk({ words: ['744073'] })).toEqual(['a']);
    expect(await walk({ words: ['coral', 'blur'] })).toEqual([]);
    expect(await walk({ words: ['"and"'] })).toEqual(['b']);
    expect(await walk({ words: [] })).toEqual(['b', 'a']);
  });

  test('searches literally for words of one or two characters, query syntax and other scripts', async () => {
    store.jobs.insert(job('a', { searchText: 'größe 50% _x -y or:z *' }));
    store.jobs.insert(job('b', { searchText: 'grosse 珊瑚礁' }));
    for (const word of ['ß', '0%', '_x', '-y', 'or:z', '*', 'größ'])
      expect(await walk({ words: [word] })).toEqual(['a']);
    for (const word of ['珊', '瑚礁', '珊瑚礁']) expect(await walk({ words: [word] })).toEqual(['b']);
  });

  test('finds an id by its prefix only, and not by a short one', async () => {
    store.jobs.insert(job('7f3d2c1b-9a8e-4d6f-8012-3c4d5e6f7a8b'));
    expect(await walk({ words: ['7f3d2'] })).toHaveLength(1);
    expect(await walk({ words: ['7f3d2c1b-9a8e-4d6f-8012-3c4d5e6f7a8b'] })).toHaveLength(1);
    expect(await walk({ words: ['7f3'] })).toEqual([]);
    expect(await walk({ words: ['9a8e'] })).toEqual([]);
  });

  test('finds a finished job by its outputs and its error', async () => {
    store.jobs.insert(job('a', { searchText: 'coral' }));
    putOutput(store, 'a', 'Reef_0001.PNG');
    store.jobs.update('a', { status: 'running' });
    expect(await walk({ words: ['reef'] })).toEqual([]);
    const error = { code: 'node_error', message: 'Sizes differ', class_type: 'ImageBlend' };
    store.jobs.update('a', { status: 'failed', error });
    for (const word of ['reef_0001.png', 'sizes', 'imageblend', 'node_error', 'coral']) {
      expect(await walk({ words: [word] })).toEqual(['a']);
    }
    expect(await walk({ words: ['reef', 'coral', 'differ'] })).toEqual(['a']);
    store.jobs.remove('a');
    expect(await walk({ words: ['reef'] })).toEqual([]);
  });

  test('filters by submission time, start inclusive and end exclusive', async () => {
    for (const [index, id] of ['a', 'b', 'c'].entries()) store.jobs.insert(job(id, { createdAt: T0 + index }));
    expect(await walk({ createdFrom: T0 + 1 })).toEqual(['c', 'b']);
    expect(await walk({ createdBefore: T0 + 1 })).toEqual(['a']);
    expect(await walk({ createdFrom: T0 + 1, createdBefore: T0 + 2 })).toEqual(['b']);
  });

  test('counts matches in every status, regardless of the status filter', async () => {
    store.jobs.insert(job('a', { searchText: 'coral', status: 'failed' }));
    store.jobs.insert(job('b', { searchText: 'coral', status: 'failed' }));
    store.jobs.insert(job('c', { searchText: 'coral' }));
    store.jobs.insert(job('d', { searchText: 'ink' }));
    const page = await store.search.page({ owner: 'local', words: ['coral'], statuses: ['queued'] }, 'newest', 10);
    expect(page.counts).toEqual({ failed: 2, queued: 1 });
    expect(page.jobs.map(({ id }) => id)).toEqual(['c']);
    expect((await store.search.page({ owner: 'local', words: ['nothing'] }, 'newest', 10)).counts).toEqual({});
    expect(
      (await store.search.page({ owner: 'local', words: [] }, 'newest', 1, { rank: 0, seq: 3 })).counts,
    ).toBeNull();
  });

  test('visits the times of matches', async () => {
    const times = { status: 'succeeded' as const, createdAt: T0, startedAt: T0 + 1, completedAt: T0 + 2 };
    store.jobs.insert(job('a', times));
    store.jobs.insert(job('b'));
    expect(await rowsOf(store, { owner: 'local', words: [], statuses: ['succeeded'] })).toEqual([times]);
  });

  test('does not find a job that was rolled back', async () => {
    const failing = () =>
      store.transaction(() => {
        store.jobs.insert(job('a', { searchText: 'coral' }));
        throw new Error('No');
      });
    expect(failing).toThrow('No');
    expect(await walk({ words: ['coral'] })).toEqual([]);
  });
});

test('jobs of an older file are also found, by their graph, labels, outputs and errors', async () => {
  const path = join(folder, 'flowdeck.db');
  new SqliteDatabase(path, { migrations: MIGRATIONS.slice(0, 1) }).close();
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
    expect((await store.search.page({ owner: 'local', words: [word] }, 'newest', 9)).jobs).toHaveLength(1);
  }
  store.jobs.remove('a');
  expect((await store.search.page({ owner: 'local', words: ['coral'] }, 'newest', 9)).jobs).toEqual([]);
  store.close();
});

test('the stored counts follow inserts, transitions, removals and rollbacks', async () => {
  const store = openSqliteStore(join(folder, 'flowdeck.db'));
  const counts = async () => (await store.search.page({ owner: 'local', words: [] }, 'newest', 1)).counts;
  for (const id of ['a', 'b', 'c']) store.jobs.insert(job(id));
  store.jobs.update('a', { status: 'running' });
  store.jobs.update('a', { status: 'succeeded' });
  store.jobs.update('b', { status: 'queued' });
  expect(await counts()).toEqual({ queued: 2, succeeded: 1 });
  store.jobs.remove('a');
  const undone = () =>
    store.transaction(() => {
      store.jobs.update('b', { status: 'failed' });
      store.jobs.remove('c');
      throw new Error('undone');
    });
  expect(undone).toThrow('undone');
  expect(await counts()).toEqual({ queued: 2 });
  expect(store.jobs.countWithStatus('queued')).toBe(2);
  // Same change as that of the trash.
  const raw = openConnection(join(folder, 'flowdeck.db'));
  raw.exec("UPDATE jobs SET owner = 'trash' WHERE id = 'c'");
  raw.close();
  expect(await counts()).toEqual({ queued: 1 });
  store.close();
});

test('the stored counts of an older file match its jobs', async () => {
  const path = join(folder, 'flowdeck.db');
  const step = MIGRATIONS.findIndex((sql) => sql.includes('CREATE TABLE job_counts'));
  new SqliteDatabase(path, { migrations: MIGRATIONS.slice(0, step) }).close();
  const raw = openConnection(path);
  const insert = raw.prepare(
    `INSERT INTO jobs (id, owner, status, created_at, expires_at, labels, needs_extra_data) VALUES (?, 'local', ?, 1, 2, '{}', 0)`,
  );
  for (const [id, status] of Object.entries({ a: 'failed', b: 'succeeded', c: 'succeeded' })) insert.run(id, status);
  raw.close();
  const store = openSqliteStore(path);
  expect(await store.search.page({ owner: 'local', words: [] }, 'oldest', 9)).toMatchObject({
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

test('the times of jobs are read without full rows and without sorting', () => {
  const db = new SqliteDatabase(join(folder, 'flowdeck.db'));
  const plan = db.all(`EXPLAIN QUERY PLAN ${TIMES_SQL}`, 'local', 0, 9).map((row) => String(row['detail']));
  expect(plan.join()).toMatch(/SEARCH jobs USING COVERING INDEX/);
  expect(plan.join()).not.toMatch(/TEMP B-TREE|SCAN/);
  db.close();
});

test('a search for words of many jobs ends early and says so, and its pages continue to the last job', async () => {
  const store = openSqliteStore(join(folder, 'flowdeck.db'));
  const all = 2 * MIN_COUNTED;
  store.transaction(() => {
    for (let n = 1; n <= all; n += 1) {
      store.jobs.insert(job(`job-${n}`, { searchText: n % 500 === 0 ? 'coral reef' : 'coral' }));
    }
  });
  const search = (words: string[], order: JobSort, after?: SearchCursor) =>
    store.search.page({ owner: 'local', words }, order, 100, after);
  for (const order of ['newest', 'oldest'] as const) {
    const first = await search(['coral'], order);
    expect(first.areCountsMinimum).toBe(true);
    expect(first.counts?.queued).toBeGreaterThanOrEqual(MIN_COUNTED);
    expect(first.counts?.queued).toBeLessThan(all);
    const found = new Set<string>();
    for (let page = first; ; page = await search(['coral'], order, page.next ?? undefined)) {
      for (const { id } of page.jobs) found.add(id);
      if (!page.next) break;
    }
    expect(found.size).toBe(all);
    expect(await search(['reef'], order)).toMatchObject({ areCountsMinimum: false, counts: { queued: 4 }, next: null });
  }
  // Any of them could be the longest.
  expect(await search(['coral'], 'longest_run')).toMatchObject({ areCountsMinimum: false, counts: { queued: all } });
  store.close();
});

test('yields to other requests while it searches many texts', async () => {
  const store = openSqliteStore(join(folder, 'flowdeck.db'));
  store.transaction(() => {
    for (let n = 1; n <= 3000; n += 1) store.jobs.insert(job(`job-${n}`, { searchText: 'coral' }));
  });
  let turns = 0;
  let isSearching = true;
  const count = () => {
    turns += 1;
    if (isSearching) setImmediate(count);
  };
  setImmediate(count);
  await store.search.page({ owner: 'local', words: ['absent'] }, 'newest', 50);
  isSearching = false;
  expect(turns).toBeGreaterThan(5);
  store.close();
});

test('finds the same as the memory store, after any changes of jobs', async () => {
  const sqlite = openSqliteStore(join(folder, 'flowdeck.db'));
  const stores = [createMemoryStore(), sqlite];
  const random = seededRandom(7);
  const pick = <T>(values: readonly T[]) => values[Math.floor(random() * values.length)] as T;
  const ids: string[] = [];
  const steps: ((id: string, now: number) => (store: Store) => void)[] = [
    (id, now) => (store) => store.jobs.update(id, { status: 'running', startedAt: now }),
    (id, now) => (store) => store.jobs.update(id, { status: 'succeeded', startedAt: now - 50, completedAt: now }),
    (id) => (store) => store.jobs.remove(id),
    (id, now) => (store) => store.jobs.setLabel(id, 'flowdeck_title', `Title ${now}`),
    (id, now) => (store) => {
      if (store.jobs.get(id)?.owner === 'local') {
        store.trash.put({ jobId: id, owner: 'local', deletedAt: now, keepsOutputs: true });
      }
    },
    (id) => (store) => store.trash.restore(id),
    (id) => (store) => {
      const failing = () =>
        store.transaction(() => {
          store.jobs.remove(id);
          throw new Error('undone');
        });
      expect(failing).toThrow('undone');
    },
  ];
  for (let round = 0; round < 30; round += 1) {
    const changes: ((store: Store) => void)[] = [];
    for (let n = 0; n < 10; n += 1) {
      const now = T0 + Math.floor(random() * 1000);
      const id = `job-${round}-${n}`;
      ids.push(id);
      const labels = { batch: pick(['a', 'b']), flowdeck_title: pick(['Ink 2', 'ink 10', 'Ähre', '']) };
      const searchText = pick(['coral', 'reef', 'coral reef']);
      changes.push((store) => store.jobs.insert(job(id, { createdAt: now, labels, searchText })));
      changes.push(pick(steps)(pick(ids), now));
    }
    // One disk sync for all stores would be too slow here.
    for (const store of stores) store.transaction(() => changes.forEach((change) => change(store)), { quick: true });
    const search: JobSearch = {
      owner: 'local',
      words: pick([[], [], ['coral'], ['coral', 'reef']]),
      ...pick([{}, { createdFrom: T0 + 300 }, { createdFrom: T0 + 100, createdBefore: T0 + 600 }]),
      ...pick([{}, { labels: { batch: 'a' } }]),
      ...pick([{}, { ranOver: { ms: 20, now: T0 + 2000 } }]),
      ...pick([{}, { statuses: ['succeeded', 'running'] as const }]),
    };
    for (const order of JOB_SORTS) {
      const [expected, found] = await Promise.all(stores.map((store) => pagesOf(store, search, order)));
      expect(found).toEqual(expected);
    }
    const [expected, found] = await Promise.all(stores.map((store) => rowsOf(store, search)));
    expect(found).toEqual(expected);
  }
  sqlite.close();
});

/** Returns ids and counts, page by page. */
async function pagesOf(store: Store, search: JobSearch, order: JobSort) {
  const pages: [string[], unknown][] = [];
  let after: SearchCursor | undefined;
  do {
    const { jobs, counts, next } = await store.search.page(search, order, 30, after);
    pages.push([jobs.map(({ id }) => id), counts]);
    after = next ?? undefined;
  } while (after);
  return pages;
}

/** Returns the rows in the order of the visits. */
async function rowsOf(store: Store, search: JobSearch) {
  const rows: unknown[] = [];
  await store.search.visit(search, {
    job: (times, index) => {
      rows.push({
        status: times.status(index),
        createdAt: times.created(index),
        startedAt: times.startedAt[index],
        completedAt: times.completedAt[index],
      });
    },
  });
  return rows;
}
