import { randomUUID } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../clock';
import { silentLogger } from '../../log';
import { StoreUnusable } from '../../storage/store-errors';
import { newJob } from '../../storage/testing/new-job';
import { VirtualClock } from '../../testing/virtual-clock';
import { openDataFolder, type DataFolder } from './data-folder';
import { DiskSpace } from './disk-space';
import { lockFile } from './file-lock';
import { openStorage } from './open-storage';
import { watchStorage } from './watch-storage';

let folder = '';
beforeEach(() => {
  folder = path.join(mkdtempSync(path.join(tmpdir(), 'flowdeck-watch-')), 'data');
});
afterEach(() => rmSync(path.dirname(folder), { recursive: true }));

const options = { recover: false, log: silentLogger, clock: systemClock, newId: randomUUID };
const openIn = (data: DataFolder) => openStorage(data, { ...options, disk: new DiskSpace(data.path) });

async function setUp() {
  const data = openDataFolder(folder);
  const { store } = await openIn(data);
  const clock = new VirtualClock(0);
  const watch = watchStorage(data, { store, disk: new DiskSpace(folder), clock, log: silentLogger });
  const submit = (id: string) => store.transaction(() => store.jobs.insert(newJob(id)));
  const close = () => {
    watch.close();
    store.close();
    data.release();
  };
  return { store, watch, submit, close, later: () => clock.advance(2500) };
}

describe('a data folder in use', () => {
  it('has no problem while it is intact', async () => {
    const { watch, submit, close, later } = await setUp();
    await later();
    submit('a');
    expect(watch.problem()).toBeNull();
    close();
  });

  it('rejects writes at once if the database was removed, and reports it', async () => {
    const { store, watch, submit, close } = await setUp();
    submit('a');
    const file = path.join(folder, 'flowdeck.db');
    renameSync(file, `${file}.away`);
    expect(() => submit('b')).toThrow(StoreUnusable);
    expect(watch.problem()).toMatch(/^The database was removed or replaced/);
    expect(store.jobs.get('a')).not.toBeNull();
    renameSync(`${file}.away`, file);
    submit('c');
    expect(watch.problem()).toBeNull();
    expect(store.jobs.get('b')).toBeNull();
    close();
  });

  it('locks a new file if the lock was removed', async () => {
    const { watch, close, later } = await setUp();
    rmSync(path.join(folder, 'lock'));
    await later();
    expect(watch.problem()).toBeNull();
    expect(lockFile(path.join(folder, 'lock'))).toBeNull();
    close();
  });

  it('leaves the lock of a new folder at the same path alone', async () => {
    const { watch, close, later } = await setUp();
    rmSync(folder, { recursive: true });
    const next = openDataFolder(folder);
    next.release();
    await later();
    openDataFolder(folder).release();
    expect(watch.problem()).toMatch(/^The database was removed or replaced/);
    close();
  });

  it('rejects writes while another process has the lock', async () => {
    const { watch, submit, close, later } = await setUp();
    rmSync(path.join(folder, 'lock'));
    const other = lockFile(path.join(folder, 'lock'));
    await later();
    expect(watch.problem()).toMatch(/^Another gateway uses the data folder/);
    expect(() => submit('a')).toThrow(/Another gateway/);
    other?.release();
    await later();
    expect(watch.problem()).toBeNull();
    submit('a');
    close();
  });

  it('reports that files cannot be stored if their folder is missing', async () => {
    const { watch, close, later } = await setUp();
    rmSync(path.join(folder, 'blobs'), { recursive: true });
    await later();
    expect(watch.problem()).toMatch(/^Files cannot be stored/);
    close();
  });
});

describe('a start', () => {
  const start = async () => {
    const data = openDataFolder(folder);
    try {
      (await openIn(data)).store.close();
    } finally {
      data.release();
    }
  };

  it.each(['flowdeck.db', 'lock'])('with a folder in place of %s is rejected with a clear message', async (name) => {
    mkdirSync(path.join(folder, name), { recursive: true });
    await expect(start()).rejects.toMatchObject({ name: 'StartupProblem', message: expect.stringContaining(folder) });
  });

  // The superuser can write to everything.
  it.skipIf(process.getuid?.() === 0)('with a read-only database is rejected with a clear message', async () => {
    await start();
    chmodSync(path.join(folder, 'flowdeck.db'), 0o400);
    await expect(start()).rejects.toMatchObject({ name: 'StartupProblem' });
    chmodSync(path.join(folder, 'flowdeck.db'), 0o600);
  });
});
