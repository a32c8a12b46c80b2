import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { datasync, type SyncFile } from './log-file';
import { openSqliteStore, type SqliteStore } from '../sqlite/sqlite-store';
import { StoreUnusable } from '../store-errors';
import { newJob } from '../testing/new-job';

let folder = '';
let store: SqliteStore;
let syncFile: SyncFile;
let syncs: number;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'flowdeck-sync-'));
  syncs = 0;
  syncFile = datasync;
  store = openSqliteStore(join(folder, 'flowdeck.db'), {
    syncFile: (file) => {
      syncs += 1;
      return syncFile(file);
    },
  });
  await store.synced();
});
afterEach(() => {
  store.close();
  rmSync(folder, { recursive: true });
});

const insert = (id: string, how?: { quick: boolean }) => store.transaction(() => store.jobs.insert(newJob(id)), how);

describe('a sync', () => {
  test('runs for what an earlier process may have left, and then for each commit', async () => {
    expect(syncs).toBe(1);
    insert('a');
    await store.synced();
    store.jobs.update('a', { status: 'running' });
    await store.synced();
    expect(syncs).toBe(3);
  });

  test('does not run for work that changes nothing, is rolled back, or is quick', async () => {
    store.transaction(() => store.jobs.get('a'));
    expect(() =>
      store.transaction(() => {
        store.jobs.insert(newJob('a'));
        throw new Error('no');
      }),
    ).toThrow('no');
    insert('b', { quick: true });
    store.jobs.update('nobody', { status: 'running' });
    await store.synced();
    expect(syncs).toBe(1);
  });

  test('flushes the file that SQLite writes', async () => {
    const log = await open(join(folder, 'flowdeck.db-wal'));
    const { ino } = await log.stat();
    await log.close();
    let synced = 0;
    syncFile = async (file) => {
      synced = (await file.stat()).ino;
    };
    insert('a');
    await store.synced();
    expect(synced).toBe(ino);
  });

  test('does not block reads', async () => {
    let end: () => void = () => {};
    syncFile = () =>
      new Promise((resolve) => {
        end = resolve;
      });
    insert('a');
    let isSynced = false;
    const synced = store.synced().then(() => (isSynced = true));
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
    expect(store.jobs.get('a')).not.toBeNull();
    expect(isSynced).toBe(false);
    end();
    await synced;
  });
});

describe('a disk that reports errors', () => {
  const fail = () => Promise.reject(new Error('EIO'));

  test('acknowledges nothing, rejects writes and reports why', async () => {
    syncFile = fail;
    insert('a');
    await expect(store.synced()).rejects.toThrow(StoreUnusable);
    expect(store.problem()).toBe('The database cannot be written: its disk reports errors');
    expect(() => insert('b')).toThrow(StoreUnusable);
    expect(() => store.keys.release('scope', 'key')).toThrow(StoreUnusable);
    expect(store.jobs.get('a')).not.toBeNull();
    await expect(store.synced()).rejects.toThrow(StoreUnusable);
  });

  test('is used again after a sync of rewritten data', async () => {
    syncFile = fail;
    insert('a');
    await expect(store.synced()).rejects.toThrow(StoreUnusable);
    store.probe();
    await expect(store.synced()).rejects.toThrow(StoreUnusable);
    const log = join(folder, 'flowdeck.db-wal');
    const before = readFileSync(log);
    syncFile = datasync;
    store.probe();
    await store.synced();
    expect(readFileSync(log).equals(before)).toBe(true);
    expect(store.problem()).toBeNull();
    insert('b');
    await store.synced();
    expect(store.jobs.get('b')).not.toBeNull();
  });
});
