import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fc, runs } from '@contract/testing/properties';
import { createMemoryStore } from '../memory/memory-store';
import type { AssetRecord, Store } from '../store';
import { newJob } from '../testing/new-job';
import { MIGRATIONS } from './migrations';
import { SqliteDatabase } from './sqlite-database';
import { openConnection } from '../sqlite-driver';
import { SqliteJobs } from './sqlite-jobs';
import { openSqliteStore } from './sqlite-store';
import { SqliteTrash } from './sqlite-trash';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'flowdeck-counts-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const asset = (id: string, jobId: string | null, sizeBytes: number): AssetRecord => ({
  id,
  owner: 'local',
  blob: 'ab'.repeat(32),
  sizeBytes,
  contentType: 'image/png',
  filePath: null,
  createdAt: 1,
  expiresAt: null,
  jobId,
  tags: [],
});

type Step = (store: Store, n: number, size: number) => void;
const jobOf = (n: number) => `job-${n % 3}`;
const STEPS: readonly Step[] = [
  (store, n) => {
    if (!store.jobs.get(jobOf(n))) store.jobs.insert(newJob(jobOf(n)));
  },
  (store, n, size) => {
    const jobId = store.jobs.get(jobOf(n))?.owner === 'local' ? jobOf(n) : null;
    if (!store.assets.get(`asset-${n}`)) store.assets.insert(asset(`asset-${n}`, size % 4 === 0 ? null : jobId, size));
  },
  (store, n, size) => store.assets.update(`asset-${n}`, { sizeBytes: size }),
  (store, n) => store.assets.remove(`asset-${n}`),
  (store, n) => {
    const made = store.assets.get(`asset-${n}`);
    if (made?.owner === 'local' && made.jobId !== null) store.assets.removeContent(made.id);
  },
  (store, n, size) => store.jobs.update(jobOf(n), { status: size % 2 === 0 ? 'succeeded' : 'failed' }),
  (store, n, size) => {
    if (store.jobs.get(jobOf(n))?.owner !== 'local') return;
    store.trash.put({ jobId: jobOf(n), owner: 'local', deletedAt: size, keepsOutputs: size % 2 === 0 });
  },
  (store, n) => store.trash.restore(jobOf(n)),
  (store, n) => {
    if (store.trash.get(jobOf(n))?.keepsOutputs) store.trash.releaseOutputs(jobOf(n));
    store.jobs.remove(jobOf(n));
  },
];
const steps = fc.array(fc.tuple(fc.constantFrom(...STEPS), fc.nat(8), fc.nat(50)), { maxLength: 30 });

const figures = (store: Store) => ({ jobs: store.jobs.countByStatus(), usage: store.trash.usage('local') });

test('stored counts and sums are those of the records, whatever was written and undone', () => {
  let opened = 0;
  const property = fc.property(fc.array(fc.tuple(steps, fc.boolean()), { maxLength: 4 }), (turns) => {
    opened += 1;
    const sqlite = openSqliteStore(join(folder, `${opened}.db`));
    const stores = [createMemoryStore(), sqlite];
    try {
      for (const [changes, isUndone] of turns) {
        for (const store of stores)
          transact(store, isUndone, () => changes.forEach(([step, ...on]) => step(store, ...on)));
        const [expected, found] = stores.map(figures);
        expect(found).toEqual(expected);
      }
    } finally {
      sqlite.close();
    }
  });
  fc.assert(property, { numRuns: runs(40) });
}, 30_000);

function transact(store: Store, isUndone: boolean, change: () => void): void {
  const undone = new Error('undone');
  try {
    store.transaction(
      () => {
        change();
        if (isUndone) throw undone;
      },
      { quick: true },
    );
  } catch (error) {
    if (error !== undone) throw error;
  }
}

test('status and storage read neither the jobs nor their files, and sort nothing', () => {
  const db = new SqliteDatabase(join(folder, 'flowdeck.db'));
  const asked = vi.spyOn(db, 'all');
  new SqliteJobs(db).countByStatus();
  const trash = new SqliteTrash(db);
  trash.usage('local');
  trash.list('local', 100);
  const queries = [...asked.mock.calls];
  expect(queries.length).toBeGreaterThan(3);
  const plans = queries.flatMap(([sql, ...parameters]) => db.all(`EXPLAIN QUERY PLAN ${sql}`, ...parameters));
  const steps = plans.map((row) => String(row['detail']));
  // The counts of jobs and files are a few rows per owner.
  const others = steps.filter((step) => !/job_counts|asset_counts|GROUP BY/.test(step));
  expect(others).toEqual([
    expect.stringMatching(/^SEARCH job_space USING COVERING INDEX/),
    expect.stringMatching(/^SEARCH trash USING INDEX/),
  ]);
  db.close();
});

test('the stored sums of an older file match its files', () => {
  const path = join(folder, 'flowdeck.db');
  const step = MIGRATIONS.findIndex((sql) => sql.includes('CREATE TABLE job_space'));
  new SqliteDatabase(path, { migrations: MIGRATIONS.slice(0, step) }).close();
  const raw = openConnection(path);
  const insert = raw.prepare(
    `INSERT INTO assets (id, owner, size_bytes, content_type, created_at, job_id, tags) VALUES (?, ?, ?, 'a/b', 1, ?, '[]')`,
  );
  insert.run('a', 'local', 5, 'one');
  insert.run('b', 'local', 6, 'one');
  insert.run('c', 'local', 7, null);
  insert.run('d', 'trash:local', 8, 'two');
  raw.close();
  const store = openSqliteStore(path);
  expect(store.trash.usage('local')).toEqual({
    uploads: { files: 1, bytes: 7 },
    outputs: { files: 2, bytes: 11 },
    removed: { files: 0, bytes: 0 },
    trash: { files: 1, bytes: 8 },
    largestJobs: [{ jobId: 'one', files: 2, bytes: 11 }],
  });
  store.close();
});
