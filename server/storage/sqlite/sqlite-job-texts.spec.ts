import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fc, runs } from '@contract/testing/properties';
import type { JobSearch } from '../search/job-search';
import { createMemoryStore } from '../memory/memory-store';
import { SqliteDatabase } from './sqlite-database';
import { SqliteJobSearches } from './sqlite-job-search';
import { SqliteJobs } from './sqlite-jobs';
import { openSqliteStore } from './sqlite-store';
import type { Store } from '../store';
import { newJob } from '../testing/new-job';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'flowdeck-texts-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const PIECES = 'coral reef größe ß 珊瑚礁 瑚 😀 ΐ ı i̇ "and" it\'s 50% _x or:z* \\ 7f3d2'.split(' ');
const piece = fc.constantFrom(...PIECES);
const text = fc.array(piece, { maxLength: 4 }).map((pieces) => pieces.join(' '));
const part = fc
  .tuple(text, fc.nat(30), fc.integer({ min: 1, max: 8 }))
  .map(([whole, from, size]) =>
    [...whole]
      .slice(from % (whole.length + 1))
      .slice(0, size)
      .join(''),
  )
  .map((word) => word.replaceAll(/\s/g, ''));
const words = fc.array(fc.oneof(piece, part), { maxLength: 2 }).map((all) => [...new Set(all)].filter(Boolean));
const id = fc.nat(4).map((n) => `7f3d${n.toString(16)}-9a8e`);

type Step = (store: Store, id: string, text: string) => void;
const STEPS: readonly Step[] = [
  (store, jobId, searchText) => {
    if (!store.jobs.get(jobId)) store.jobs.insert(newJob(jobId, { searchText }));
  },
  (store, jobId, title) => store.jobs.setLabel(jobId, 'title', title),
  (store, jobId) => {
    if (store.jobs.status(jobId) === 'queued') store.jobs.update(jobId, { status: 'running' });
  },
  (store, jobId, message) => {
    if (store.jobs.status(jobId) !== 'running') return;
    store.jobs.update(jobId, { status: 'failed', error: { code: 'node_error', message, class_type: 'ImageBlend' } });
  },
  (store, jobId) => store.jobs.remove(jobId),
  (store, jobId) => {
    if (store.jobs.get(jobId)?.owner !== 'local') return;
    store.trash.put({ jobId, owner: 'local', deletedAt: 1, keepsOutputs: true });
  },
  (store, jobId) => store.trash.restore(jobId),
];
const steps = fc.array(fc.tuple(fc.constantFrom(...STEPS), id, text), { maxLength: 12 });

test('a search with signatures finds the same as a scan of every text', async () => {
  let opened = 0;
  const turns = fc.array(fc.tuple(steps, fc.array(words, { maxLength: 4 }), fc.boolean()), {
    maxLength: 8,
  });
  const property = fc.asyncProperty(turns, async (all) => {
    opened += 1;
    const sqlite = openSqliteStore(join(folder, `${opened}.db`));
    const stores = [createMemoryStore(), sqlite];
    try {
      for (const [changes, wanted, isUndone] of all) {
        for (const store of stores) {
          transact(store, isUndone, () => changes.forEach(([step, ...on]) => step(store, ...on)));
        }
        const written = changes.map(([, , each]) => each.split(' ', 1));
        for (const each of [...wanted, ...written]) {
          const [expected, found] = await Promise.all(stores.map((store) => find(store, each)));
          expect(found).toEqual(expected);
        }
      }
    } finally {
      sqlite.close();
    }
  });
  await fc.assert(property, { numRuns: runs(30) });
}, 30_000);

function transact(store: Store, isUndone: boolean, change: () => void): void {
  const undone = new Error('undone');
  try {
    const work = () => {
      change();
      if (isUndone) throw undone;
    };
    store.transaction(work, { quick: true });
  } catch (error) {
    if (error !== undone) throw error;
  }
}

async function find(store: Store, wanted: readonly string[]) {
  const search: JobSearch = { owner: 'local', words: wanted };
  const { jobs, counts } = await store.search.page(search, 'newest', 100);
  const visited: unknown[] = [];
  await store.search.visit(search, { job: (times, index) => visited.push(times.status(index)) });
  return { ids: jobs.map((job) => job.id), counts, visited };
}

test('a rare word needs few texts from the second search on, and new jobs are found', async () => {
  const db = new SqliteDatabase(join(folder, 'flowdeck.db'));
  const jobs = new SqliteJobs(db);
  const search = new SqliteJobSearches(db);
  const others = ['dusk oil canvas', 'warm light', 'sharp focus film grain', 'soft shadow'];
  db.transaction(() => {
    for (let n = 0; n < 2000; n += 1) {
      jobs.insert(newJob(`job-${n}`, { searchText: n === 700 ? 'velvet' : (others[n % others.length] ?? '') }));
    }
  });
  const ids = async (word: string) =>
    (await search.page({ owner: 'local', words: [word] }, 'newest', 50)).jobs.map((job) => job.id);
  expect(await ids('velvet')).toEqual(['job-700']);
  const read = vi.spyOn(db, 'all');
  expect(await ids('velvet')).toEqual(['job-700']);
  expect(await ids('nowhere')).toEqual([]);
  expect(textsRead(read.mock.calls)).toBeLessThan(20);
  jobs.insert(newJob('late', { searchText: 'velvet' }));
  jobs.setLabel('job-3', 'title', 'Velvet');
  expect(await ids('velvet')).toEqual(['late', 'job-700', 'job-3']);
  db.close();
});

test('after the list was opened, texts are read before a search', async () => {
  const db = new SqliteDatabase(join(folder, 'flowdeck.db'));
  const jobs = new SqliteJobs(db);
  db.transaction(() => {
    for (let n = 0; n < 300; n += 1) jobs.insert(newJob(`job-${n}`, { searchText: 'coral' }));
  });
  const read = vi.spyOn(db, 'all');
  const search = new SqliteJobSearches(db);
  const look = (words: string[]) => search.page({ owner: 'local', words }, 'newest', 50);
  await look([]);
  await vi.waitFor(() => expect(textsRead(read.mock.calls)).toBe(300), { timeout: 10_000 });
  await look([]);
  expect((await look(['nowhere'])).jobs).toEqual([]);
  expect(textsRead(read.mock.calls)).toBe(300);
  db.close();
});

test('a store can be closed while texts are prefetched', async () => {
  const db = new SqliteDatabase(join(folder, 'flowdeck.db'));
  const jobs = new SqliteJobs(db);
  db.transaction(() => {
    for (let n = 0; n < 300; n += 1) jobs.insert(newJob(`job-${n}`, { searchText: 'coral' }));
  });
  const all = db.all.bind(db);
  const read = vi.spyOn(db, 'all').mockImplementation((sql, ...parameters) => {
    const rows = all(sql, ...parameters);
    if (sql.includes('job_texts')) db.close();
    return rows;
  });
  await new SqliteJobSearches(db).page({ owner: 'local', words: [] }, 'newest', 50);
  // An unhandled rejection fails the test run.
  await vi.waitFor(() => expect(read.mock.results.at(-1)?.type).toBe('throw'), { timeout: 10_000 });
  expect(db.problem).toBeNull();
});

/** Counts the requested texts. */
function textsRead(calls: readonly (readonly unknown[])[]): number {
  return calls
    .filter(([sql]) => String(sql).includes('job_texts'))
    .reduce((sum, [, seqs]) => sum + (JSON.parse(String(seqs)) as unknown[]).length, 0);
}
