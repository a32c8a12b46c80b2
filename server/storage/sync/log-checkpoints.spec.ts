import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { buildChild } from '../../child-process/testing/build-child';
import { openConnection } from '../sqlite-driver';
import { openSqliteStore, type SqliteStore } from '../sqlite/sqlite-store';
import { newJob } from '../testing/new-job';

const MB = 1024 ** 2;

let built: Awaited<ReturnType<typeof buildChild>>;
beforeAll(async () => {
  built = await buildChild('checkpoint-worker', 'server/storage/sync/checkpoint-worker.ts');
}, 60_000);
afterAll(() => built.remove());

let folder = '';
let path = '';
let store: SqliteStore | null = null;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'flowdeck-checkpoints-'));
  path = join(folder, 'flowdeck.db');
});
afterEach(() => {
  store?.close();
  store = null;
  rmSync(folder, { recursive: true });
});

let count = 0;
function insert(jobs: number, textBytes: number): void {
  for (let n = 0; n < jobs; n += 1) {
    count += 1;
    store?.jobs.insert(newJob(`job-${count}`, { workflowText: 'x'.repeat(textBytes) }));
  }
}

const sizeOf = (file: string) => statSync(file).size;

/** Returns the two salts in the header of the log, which change at each log restart (sqlite.org/fileformat.html, 4.1). */
const saltsOf = (log: string) => readFileSync(log).subarray(16, 24).toString('hex');

/** Worker that exits without doing anything. */
const IDLE_WORKER = `
import { parentPort, workerData } from 'node:worker_threads';
parentPort.on('message', (question) => {
  if (question !== 'end') return;
  Atomics.store(workerData.ended, 0, 1);
  Atomics.notify(workerData.ended, 0);
  parentPort.close();
});
`;

describe('the log of a database with a checkpoint thread', () => {
  test('is not copied by commits, but in the background', async () => {
    store = openSqliteStore(path, { checkpointScript: built.script });
    insert(400, 20_000);
    // The thread responds in a later turn, and the database file grows only by what is copied into it.
    expect(sizeOf(`${path}-wal`)).toBeGreaterThan(8 * MB);
    await vi.waitFor(() => expect(sizeOf(path)).toBeGreaterThan(8 * MB), 20_000);
  });

  test('is restarted by a commit once all of it is copied', async () => {
    store = openSqliteStore(path, { checkpointScript: built.script });
    insert(260, 1000);
    const salts = saltsOf(`${path}-wal`);
    await vi.waitFor(() => {
      insert(1, 1000);
      expect(saltsOf(`${path}-wal`)).not.toBe(salts);
    }, 20_000);
  });

  test('is bounded if the thread cannot keep up', () => {
    const script = join(folder, 'idle-worker.mjs');
    writeFileSync(script, IDLE_WORKER);
    store = openSqliteStore(path, { checkpointScript: script });
    insert(1000, 100_000);
    expect(sizeOf(`${path}-wal`)).toBeLessThan(72 * MB);
  });

  test('is in the database when that is closed during a copy', () => {
    store = openSqliteStore(path, { checkpointScript: built.script });
    insert(300, 10_000);
    store.close();
    store = null;
    expect(statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0).toBe(0);
    const db = openConnection(path);
    expect(db.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
    expect(db.prepare('SELECT count(*) AS n FROM jobs').get()).toEqual({ n: 300 });
    db.close();
  });

  test('is copied by commits again if there is no thread', async () => {
    store = openSqliteStore(path, { checkpointScript: join(folder, 'missing.mjs') });
    insert(260, 20_000);
    await vi.waitFor(() => {
      insert(1, 20_000);
      expect(sizeOf(path)).toBeGreaterThan(4 * MB);
    }, 20_000);
  });
});
