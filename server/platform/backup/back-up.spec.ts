import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { BlobDiskFull } from '../../storage/blobs';
import { FileBlobs } from '../../storage/files/file-blobs';
import { openDataFolder } from '../data-folder/data-folder';
import { lockFile } from '../data-folder/file-lock';
import { backUp, type BackupResult } from './back-up';
import { listBackups, timeOf } from './backup-folder';
import { restoreBackup } from './restore';
import type * as SnapshotModule from './snapshot';
import { StoredFolder } from '../data-folder/testing/stored-folder';

/** Runs between the copy of the database and those of the files. */
const afterSnapshot = vi.hoisted(() => ({ work: [] as (() => Promise<void>)[] }));

vi.mock('./snapshot', async (importOriginal) => {
  const original = await importOriginal<typeof SnapshotModule>();
  const takeSnapshot: typeof original.takeSnapshot = async (...from) => {
    const snapshot = await original.takeSnapshot(...from);
    await afterSnapshot.work.shift()?.();
    return snapshot;
  };
  return { ...original, takeSnapshot };
});

const NOON = Date.UTC(2026, 0, 31, 12);

let base = '';
let data: StoredFolder;
let now = NOON;
beforeEach(() => {
  base = mkdtempSync(path.join(tmpdir(), 'flowdeck-backup-'));
  data = new StoredFolder(path.join(base, 'data'));
  now = NOON;
  afterSnapshot.work = [];
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(base, { recursive: true });
});

const target = () => path.join(base, 'backups');
const restored = () => path.join(base, 'restored');

function make(keep: number | null = null, { dataDir = data.path, to = target() } = {}): Promise<BackupResult> {
  now += 60_000;
  return backUp({ dataDir, to, keep, version: '1.2.3', now: () => now });
}

async function restore(backup: string | null = null): Promise<StoredFolder> {
  rmSync(restored(), { recursive: true, force: true });
  const { problems } = await restoreBackup({ from: target(), backup, dataDir: restored() });
  expect(problems).toEqual([]);
  return new StoredFolder(restored());
}

const fileIn = (hash: string) => path.join(target(), 'files', hash.slice(0, 2), hash);
const stored = () =>
  readdirSync(path.join(target(), 'files'), { recursive: true }).filter((each) => /[/\\]\w{64}$/.test(String(each)));

describe('a backup', () => {
  it('restores the records, the files and the key of signed URLs', async () => {
    await data.add('one', 'two');
    openDataFolder(data.path).release();
    writeFileSync(path.join(data.path, 'flowdeck.config.json'), '{}');
    const { manifest } = await make();
    expect(manifest).toMatchObject({ made_at: '2026-01-31T12:01:00.000Z', version: '1.2.3', lost: [] });
    const copy = await restore();
    expect(copy.contents()).toEqual(['one', 'two']);
    for (const name of ['secret', 'flowdeck.config.json']) {
      expect(readFileSync(path.join(copy.path, name))).toEqual(readFileSync(path.join(data.path, name)));
    }
    // The gateway opens it.
    openDataFolder(copy.path).release();
  });

  it('copies only what the folder does not have', async () => {
    await data.add('one', 'two');
    expect((await make()).copied).toEqual({ files: 2, bytes: 6 });
    expect((await make()).copied).toEqual({ files: 0, bytes: 0 });
    await data.add('three');
    expect((await make()).copied).toEqual({ files: 1, bytes: 5 });
    expect(stored()).toHaveLength(3);
  });

  it('pauses after each file that it copies', async () => {
    await data.add('one', 'two');
    const pauses: number[] = [];
    const pace = (tookMs: number) => Promise.resolve(void pauses.push(tookMs));
    const order = { dataDir: data.path, to: target(), keep: null, version: '1.2.3', now: () => now };
    await backUp({ ...order, pace });
    expect(pauses).toHaveLength(2);
    await backUp({ ...order, pace });
    expect(pauses).toHaveLength(2);
    expect(pauses.every((tookMs) => tookMs > 0)).toBe(true);
  });

  it('copies a file again that the folder has with another size', async () => {
    const [hash = ''] = await data.add('whole');
    await make();
    truncateSync(fileIn(hash), 2);
    expect((await make()).copied).toEqual({ files: 1, bytes: 5 });
    expect((await restore()).contents()).toEqual(['whole']);
  });

  it('has no file that the gateway deleted while it was made', async () => {
    await data.add('one', 'two');
    afterSnapshot.work = [
      async () => {
        await data.delete('one');
        await data.add('three');
      },
      () => data.delete('three'),
    ];
    const { manifest, problems } = await make();
    expect({ lost: manifest.lost, problems }).toEqual({ lost: [], problems: [] });
    expect((await restore()).contents()).toEqual(['two']);
    expect(stored()).toHaveLength(1);
  });

  it('has what was added while it was made, if it was made again because of a deletion', async () => {
    await data.add('old');
    afterSnapshot.work = [
      async () => {
        await data.delete('old');
        await data.add('new');
      },
    ];
    expect((await make()).problems).toEqual([]);
    expect((await restore()).contents()).toEqual(['new']);
  });

  it.each([
    ['missing', (file: string) => rmSync(file)],
    ['changed', (file: string) => writeFileSync(file, 'bAd')],
  ])('is finished without a %s file, which it names', async (_, damage) => {
    const [bad = ''] = await data.add('bad', 'good');
    damage(data.file(bad));
    const { manifest, problems } = await make();
    expect(manifest.lost).toEqual([bad]);
    expect(problems).toEqual([expect.stringContaining(`blake3:${bad} is missing or damaged in the data folder`)]);
    const result = await restoreBackup({ from: target(), backup: null, dataDir: restored() });
    expect(result).toMatchObject({ files: 1, problems: [expect.stringContaining(bad)] });
    expect(new StoredFolder(restored()).contents()).toEqual(['good']);
  });

  it('still has a file that the data folder lost after an earlier backup', async () => {
    const [hash = ''] = await data.add('lost');
    await make();
    rmSync(data.file(hash));
    expect((await make()).problems).toEqual([]);
    expect((await restore()).contents()).toEqual(['lost']);
  });

  it('takes a file out of the trash of the data folder', async () => {
    const [hash = ''] = await data.add('discarded');
    await (await FileBlobs.open(path.join(data.path, 'blobs'))).discard(hash, NOON);
    expect((await make()).problems).toEqual([]);
    expect((await restore()).contents()).toEqual(['discarded']);
  });

  it('on a full disk is not made, and the earlier ones stay', async () => {
    await data.add('one');
    const { name } = await make();
    await data.add('two', 'three');
    const put = FileBlobs.prototype.put;
    let puts = 0;
    vi.spyOn(FileBlobs.prototype, 'put').mockImplementation(function (this: FileBlobs, ...given) {
      puts += 1;
      if (puts === 2) return Promise.reject(new BlobDiskFull(new Error('ENOSPC')));
      return Reflect.apply(put, this, given);
    });
    await expect(make()).rejects.toThrow(/^The disk of the backup folder .* is full: no backup was made, earlier ones/);
    expect(listBackups(target())).toEqual({ finished: [name], unfinished: [] });
    // The space is free again: the gateway may need it.
    expect(stored()).toHaveLength(1);
    expect((await restore()).contents()).toEqual(['one']);
    expect((await make()).copied).toEqual({ files: 2, bytes: 8 });
  });

  it('of a damaged database is not made', async () => {
    await data.add('one');
    writeFileSync(path.join(data.path, 'flowdeck.db'), 'not a database'.repeat(999));
    await expect(make()).rejects.toThrow(/flowdeck\.db is damaged: no backup was made/);
    expect(listBackups(target()).finished).toEqual([]);
  });

  it('of a newer version is not made', async () => {
    const file = path.join(data.path, 'flowdeck.db');
    const database = readFileSync(file);
    // `PRAGMA user_version`.
    database.writeUInt32BE(9999, 60);
    writeFileSync(file, database);
    await expect(make()).rejects.toThrow(
      /^A newer version of Flowdeck wrote .*schema 9999.*: use the newer version\.$/,
    );
  });
});

describe('the folder of the backups', () => {
  it('keeps the newest ones and the files that they name', async () => {
    await data.add('one', 'two');
    await make();
    await data.delete('one');
    await data.add('three');
    const second = await make();
    expect(stored()).toHaveLength(3);
    const third = await make(2);
    expect(listBackups(target()).finished).toEqual([second.name, third.name]);
    expect(stored()).toHaveLength(2);
    for (const { name } of [second, third]) expect((await restore(name)).contents()).toEqual(['three', 'two']);
  });

  it('orders backups by their age, even if the clock was set back', async () => {
    await make();
    now = NOON - 24 * 3600 * 1000;
    const { name } = await make(1);
    expect(listBackups(target()).finished).toEqual([name]);
    expect(timeOf(name)).toBe(NOON + 60_001);
  });

  it('never offers an unfinished backup, and the next run removes it', async () => {
    const unfinished = path.join(target(), 'backups', '20260131T120000000Z');
    mkdirSync(unfinished, { recursive: true });
    writeFileSync(path.join(unfinished, 'flowdeck.db'), 'a part');
    await expect(restore()).rejects.toThrow(/has no finished backup\.$/);
    await expect(restore('20260131T120000000Z')).rejects.toThrow(/^The backup 20260131T120000000Z was never finished/);
    expect(existsSync(restored())).toBe(false);
    await data.add('one');
    await make();
    expect(existsSync(unfinished)).toBe(false);
    expect((await restore()).contents()).toEqual(['one']);
  });

  it('loses no file while the manifest of a backup cannot be read', async () => {
    await data.add('one');
    const { name } = await make();
    await data.delete('one');
    writeFileSync(path.join(target(), 'backups', name, 'manifest.json'), '{');
    expect((await make()).problems).toEqual([expect.stringContaining(`manifest of the backup ${name} is damaged`)]);
    expect(stored()).toHaveLength(1);
    await expect(restore(name)).rejects.toThrow(/manifest of the backup .* is damaged: choose another one/);
  });

  it('is used by one process at a time', async () => {
    await make();
    const lock = lockFile(path.join(target(), 'lock'));
    await expect(make()).rejects.toThrow(/^Another process works with the backups/);
    lock?.release();
    await make();
  });

  it('has the backups of one data folder only', async () => {
    await make();
    const other = new StoredFolder(path.join(base, 'other'));
    await expect(make(1, { dataDir: other.path })).rejects.toThrow(/has the backups of another data folder/);
    expect(listBackups(target())).toMatchObject({ finished: [expect.any(String)], unfinished: [] });
  });

  it('is not the data folder, nor inside of it', async () => {
    for (const to of [data.path, path.join(data.path, 'a', 'b')]) {
      await expect(make(null, { to })).rejects.toThrow(/would be inside of the data folder/);
    }
    expect(existsSync(path.join(data.path, 'a'))).toBe(false);
  });

  it('is named if it cannot be used', async () => {
    const file = path.join(base, 'file');
    writeFileSync(file, '');
    await expect(make(null, { to: file })).rejects.toThrow(`${file} is a file: name a folder for the backups.`);
    await expect(make(null, { to: path.join(file, 'b') })).rejects.toThrow(/^No backup was made in .* \(E/);
  });
});

it('a folder without a database is not backed up', async () => {
  await expect(make(null, { dataDir: path.join(base, 'none') })).rejects.toThrow(/not found: name the data folder/);
});
