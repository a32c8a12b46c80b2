import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ASSET_KINDS } from '@contract/console/asset-kinds';
import { NO_FIELDS } from '@contract/console/search-fields';
import { fc, runs } from '@contract/testing/properties';
import { createMemoryStore } from '../memory/memory-store';
import { newJob } from '../testing/new-job';
import { MIGRATIONS } from './migrations';
import { SqliteAssets } from './sqlite-assets';
import { SqliteDatabase } from './sqlite-database';
import { openSqliteStore } from './sqlite-store';
import type { AssetFilter, AssetRecord, Store } from '../store';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'flowdeck-assets-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const HASHES = ['7f3d2'.padEnd(64, '0'), '7f3e'.padEnd(64, '1')];
const record = (id: string, more: Partial<AssetRecord> = {}): AssetRecord => ({
  id,
  owner: 'local',
  blob: HASHES[0] ?? '',
  sizeBytes: 1,
  contentType: 'image/png',
  filePath: 'photo.png',
  createdAt: 1,
  expiresAt: null,
  jobId: null,
  tags: [],
  ...more,
});

const name = fc
  .array(fc.constantFrom('Coral', 'reef_0001', '.PNG', 'GRÖSSE', 'ß', '珊瑚礁', '😀', '50%', ' ', '7F3D'), {
    maxLength: 4,
  })
  .map((parts) => parts.join(''));
const asset = fc.record({
  filePath: fc.option(name),
  blob: fc.constantFrom(...HASHES, null),
  jobId: fc.constantFrom('7f3d-9a8e', 'coral', null),
  owner: fc.constantFrom('local', 'local', 'other'),
  expiresAt: fc.constantFrom(null, null, 5),
});
const text = fc.oneof(name, fc.constantFrom('7F3', '7f3d2', '7f3e1', 'coral', 'png', 'nowhere', 'ö', '瑚'));
const step = fc.oneof(
  asset.map((more) => (store: Store, at: number) => store.assets.insert(record(`a${at}`, more))),
  // The `rowid` of the newest one is reused.
  fc.nat(3).map((back) => (store: Store, at: number) => store.assets.remove(`a${at - back}`)),
);

test('a search with signatures finds the same as a scan of every name', async () => {
  let opened = 0;
  const origin = fc.constantFrom<Partial<AssetFilter>[]>({}, {}, { origin: 'uploads' }, { origin: 'outputs' });
  const turn = fc.tuple(fc.array(step, { maxLength: 8 }), fc.array(fc.tuple(text, origin), { maxLength: 4 }));
  const property = fc.asyncProperty(fc.array(turn, { maxLength: 8 }), async (turns) => {
    opened += 1;
    const sqlite = openSqliteStore(join(folder, `${opened}.db`));
    const stores = [createMemoryStore(), sqlite];
    let at = 0;
    try {
      for (const [steps, searches] of turns) {
        const begun = at;
        for (const store of stores) {
          at = begun;
          const change = () => {
            for (const each of steps) each(store, (at += 1));
          };
          store.transaction(change, { quick: true });
        }
        for (const [wanted, more] of searches) {
          const [expected, found] = await Promise.all(stores.map((store) => find(store, wanted, more)));
          expect(found).toEqual(expected);
        }
      }
    } finally {
      sqlite.close();
    }
  });
  await fc.assert(property, { numRuns: runs(30) });
}, 30_000);

/** Returns ids, page by page. */
async function find(store: Store, wanted: string, more: Partial<AssetFilter>): Promise<string[][]> {
  const pages: string[][] = [];
  let before: number | null = null;
  do {
    const position: Partial<AssetFilter> = before === null ? {} : { before };
    const page = await store.assets.list({ owner: 'local', now: 9, limit: 3, text: wanted, ...more, ...position });
    pages.push(page.assets.map(({ id }) => id));
    before = page.next;
  } while (before !== null);
  return pages;
}

const TYPES =
  'image/png|IMAGE/SVG+xml|video/mp4|audio/x|text/plain; charset=utf-8|model/obj|model|application/json|application/geo+json|application/yaml|application/xml|application/pdf||application/octet-stream|binary/octet-stream; x=1|image|application/toml'.split(
    '|',
  );

test('files are filtered by kind, time and job like in memory, page by page', async () => {
  let opened = 0;
  const stored = fc.record({
    filePath: fc.constantFrom(
      'a.png',
      'b.MP4',
      'c.tar.gz',
      'png',
      '.glb',
      'dir.wav/x',
      'e.',
      'png jpg',
      'f.json',
      null,
    ),
    contentType: fc.constantFrom(...TYPES),
    createdAt: fc.integer({ min: 1, max: 9 }),
    job: fc.option(fc.nat(4)),
    tags: fc.constantFrom([], [], ['model-result']),
    expiresAt: fc.constantFrom(null, null, 5),
  });
  const filter = fc.record(
    {
      kind: fc.constantFrom(...ASSET_KINDS),
      origin: fc.constantFrom('uploads' as const, 'outputs' as const, 'models' as const),
      createdFrom: fc.integer({ min: 1, max: 9 }),
      createdBefore: fc.integer({ min: 1, max: 9 }),
      jobs: fc.uniqueArray(fc.integer({ min: 1, max: 5 })).map((seqs) => new Set(seqs)),
      text: fc.constantFrom('a', 'png', 'x', 'fox', 'j1'),
      isOfMakers: fc.boolean(),
    },
    { requiredKeys: [] },
  );
  const property = fc.asyncProperty(
    fc.array(stored, { maxLength: 12 }),
    fc.array(fc.tuple(filter, fc.boolean()), { minLength: 1, maxLength: 5 }),
    async (files, filters) => {
      opened += 1;
      const sqlite = openSqliteStore(join(folder, `kinds${opened}.db`));
      const stores = [createMemoryStore(), sqlite];
      try {
        for (const store of stores) {
          store.transaction(
            () => {
              for (const id of ['j0', 'j1', 'j2', 'j3', 'j4']) {
                store.jobs.insert({
                  ...newJob(id),
                  searchText: id === 'j1' ? 'a red fox' : id === 'j2' ? 'fox' : 'reef',
                });
              }
              for (const [at, { job, ...more }] of files.entries())
                store.assets.insert(record(`a${at}`, { ...more, jobId: job === null ? null : `j${job}` }));
              const inputs = { ...NO_FIELDS, prompt: 'a red fox', seed: '\n7\n' };
              for (const id of ['a1', 'a3', 'a5']) if (store.assets.get(id)) store.assets.setInputs(id, inputs);
            },
            { quick: true },
          );
        }
        for (const [{ text, jobs, isOfMakers, ...some }, areMany] of filters) {
          // More jobs than are looked up one by one.
          const wanted =
            jobs && areMany ? new Set([...jobs, ...Array.from({ length: 600 }, (_, at) => at + 10)]) : jobs;
          const more = { ...some, ...(wanted ? { jobs: wanted } : {}) };
          const [expected, found] = await Promise.all(
            stores.map(async (store) => {
              if (!isOfMakers) return find(store, text ?? '', more);
              const terms = { words: [text ?? ''], inputs: [] };
              const matchJobs = (seqs: readonly number[]) => store.search.match('local', seqs, terms);
              const matchedResults = await store.assets.findResults('local', terms);
              const results = await store.assets.findResults('local', {
                words: [],
                inputs: [{ field: 'seed', needle: '\n7\n' }],
              });
              return find(store, text ?? '', { ...more, matchJobs, matchedResults, results });
            }),
          );
          expect(found).toEqual(expected);
        }
        expect(sqlite.assets.count('local', 9)).toEqual(stores[0]?.assets.count('local', 9));
      } finally {
        sqlite.close();
      }
    },
  );
  await fc.assert(property, { numRuns: runs(60) });
}, 30_000);

test('files of an earlier version have a kind', async () => {
  const path = join(folder, 'flowdeck.db');
  const earlier = new SqliteDatabase(path, { migrations: MIGRATIONS.slice(0, 20) });
  new SqliteAssets(earlier).insert(record('a', { contentType: 'video/mp4' }));
  earlier.close();
  const store = openSqliteStore(path);
  const { assets } = await store.assets.list({ owner: 'local', now: 9, limit: 3, kind: 'video' });
  expect(assets.map(({ id }) => id)).toEqual(['a']);
  store.close();
});

test('a rare name needs few rows from the second search on, and new files are found', async () => {
  const db = new SqliteDatabase(join(folder, 'flowdeck.db'));
  const assets = new SqliteAssets(db);
  db.transaction(() => {
    for (let n = 0; n < 3000; n += 1)
      assets.insert(record(`a${n}`, { filePath: `${n === 700 ? 'velvet' : 'note'}_${n}` }));
  });
  const find = async (wanted: string) =>
    (await assets.list({ owner: 'local', now: 9, limit: 3, text: wanted })).assets.map(({ id }) => id);
  expect(await find('Velvet')).toEqual(['a700']);
  const read = vi.spyOn(db, 'all');
  expect(await find('Velvet')).toEqual(['a700']);
  expect(await find('nowhere')).toEqual([]);
  const reads = read.mock.calls.filter(([sql]) => sql.includes('instr('));
  expect(reads).toHaveLength(1);
  expect(reads.flat().join()).toContain('[701]');
  assets.insert(record('late', { filePath: 'velvet' }));
  expect(await find('velvet')).toEqual(['late', 'a700']);
  db.close();
});

test('a prefix of a hash or of a job id is searched without the names', async () => {
  const db = new SqliteDatabase(join(folder, 'flowdeck.db'));
  const assets = new SqliteAssets(db);
  db.transaction(() => {
    for (let n = 0; n < 2500; n += 1) {
      assets.insert(record(`a${n}`, { blob: HASHES[n === 5 ? 1 : 0] ?? '', jobId: n === 9 ? 'cafe-9a8e' : null }));
    }
  });
  const find = async (wanted: string) =>
    (await assets.list({ owner: 'local', now: 9, limit: 3, text: wanted })).assets.map(({ id }) => id);
  expect(await find('7F3E11')).toEqual(['a5']);
  expect(await find('cafe-9')).toEqual(['a9']);
  // Returns the newest of very many matches.
  expect(await find('7f3d')).toEqual(['a2499', 'a2498', 'a2497']);
  db.close();
});
