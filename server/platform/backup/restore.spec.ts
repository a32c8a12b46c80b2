import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { BlobDiskFull } from '../../storage/blobs';
import { FileBlobs } from '../../storage/files/file-blobs';
import { openDataFolder } from '../data-folder/data-folder';
import { backUp } from './back-up';
import { restoreBackup } from './restore';
import { StoredFolder } from '../data-folder/testing/stored-folder';

let base = '';
let data: StoredFolder;
let hashes: string[] = [];
let name = '';
beforeEach(async () => {
  base = mkdtempSync(path.join(tmpdir(), 'flowdeck-restore-'));
  data = new StoredFolder(path.join(base, 'data'));
  openDataFolder(data.path).release();
  hashes = await data.add('one', 'two', 'three');
  ({ name } = await makeBackup());
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(base, { recursive: true });
});

const makeBackup = () => backUp({ dataDir: data.path, to: from(), keep: null, version: '1.2.3', now: Date.now });
const from = () => path.join(base, 'backups');
const dataDir = () => path.join(base, 'restored');
const inBackup = (file: string) => path.join(from(), 'backups', name, file);
const restore = (backup: string | null = null) => restoreBackup({ from: from(), backup, dataDir: dataDir() });

it('gives the curated records a new identity, so that browsers read them all again', async () => {
  await restore();
  expect(new StoredFolder(dataDir()).recordsId()).not.toBe(data.recordsId());
});

it('uses an empty folder, and rejects one with content', async () => {
  mkdirSync(dataDir());
  writeFileSync(path.join(dataDir(), 'note'), 'mine');
  await expect(restore()).rejects.toThrow(/is not empty: nothing was restored\. Name an empty or a new folder/);
  expect(readFileSync(path.join(dataDir(), 'note'), 'utf8')).toBe('mine');
  rmSync(path.join(dataDir(), 'note'));
  expect(await restore()).toMatchObject({ name, files: 3, problems: [] });
});

it('continues after an interruption, before which the gateway does not start', async () => {
  const put = FileBlobs.prototype.put;
  let puts = 0;
  vi.spyOn(FileBlobs.prototype, 'put').mockImplementation(function (this: FileBlobs, ...given) {
    puts += 1;
    if (puts === 2) return Promise.reject(new BlobDiskFull(new Error('ENOSPC')));
    return Reflect.apply(put, this, given);
  });
  await expect(restore()).rejects.toThrow(
    /^The disk of .* is full\. The backup is unchanged, and the same command continues/,
  );
  expect(() => openDataFolder(dataDir())).toThrow(
    /^The restore into .* did not finish: run the same flowdeck restore again/,
  );
  expect(await restore()).toMatchObject({ files: 3, problems: [] });
  expect(puts).toBe(5);
  expect(new StoredFolder(dataDir()).contents()).toEqual(['one', 'three', 'two']);
  openDataFolder(dataDir()).release();
});

it('names the files that the backup lost, and restores all others', async () => {
  const [missing = '', changed = ''] = hashes;
  const file = (hash: string) => path.join(from(), 'files', hash.slice(0, 2), hash);
  rmSync(file(missing));
  writeFileSync(file(changed), 'TWO');
  writeFileSync(inBackup('secret'), 'other');
  const { files, problems } = await restore();
  expect(files).toBe(1);
  expect(problems).toHaveLength(3);
  for (const part of [missing, changed, 'secret is missing or damaged']) {
    expect(problems).toContainEqual(expect.stringContaining(part));
  }
  expect(existsSync(path.join(dataDir(), 'secret'))).toBe(false);
  expect(new StoredFolder(dataDir()).contents()).toEqual(['three']);
});

it('rejects a damaged database, and creates no folder', async () => {
  const database = readFileSync(inBackup('flowdeck.db'));
  database.writeUInt8(database.readUInt8(5000) ^ 1, 5000);
  writeFileSync(inBackup('flowdeck.db'), database);
  await expect(restore()).rejects.toThrow(`The database of the backup ${name} is damaged: choose another one`);
  expect(existsSync(dataDir())).toBe(false);
});

it('rejects the database of a newer version, as a start does', async () => {
  const manifest: object = JSON.parse(readFileSync(inBackup('manifest.json'), 'utf8'));
  writeFileSync(inBackup('manifest.json'), JSON.stringify({ ...manifest, schema: 9999 }));
  await expect(restore()).rejects.toThrow(
    /^A newer version of Flowdeck wrote .*: restore it with the newer version\.$/,
  );
  expect(existsSync(dataDir())).toBe(false);
});

it('names the backups that there are', async () => {
  await expect(restore('20000101T000000000Z')).rejects.toThrow(
    `There is no backup "20000101T000000000Z": ${from()} has ${name}.`,
  );
  await expect(restoreBackup({ from: data.path, backup: null, dataDir: dataDir() })).rejects.toThrow(
    /^There are no backups in/,
  );
});

it('reports what the gateway will start again', async () => {
  expect((await restore()).pending).toEqual({ jobs: 0, modelCalls: 0 });
  data.addJob('waiting');
  await makeBackup();
  rmSync(dataDir(), { recursive: true });
  expect((await restore()).pending).toEqual({ jobs: 1, modelCalls: 0 });
});

it('marks queued model calls, which may have run since, unless they are to be sent', async () => {
  data.addModelCall('waiting', 'queued');
  data.addModelCall('started', 'running');
  data.addModelCall('accepted', 'running', true);
  await makeBackup();
  const phases = () => ['waiting', 'started', 'accepted'].map((id) => new StoredFolder(dataDir()).phaseOf(id));
  expect((await restore()).pending).toEqual({ jobs: 0, modelCalls: 2 });
  expect(phases()).toEqual(['restored', 'restored', 'running']);
  rmSync(dataDir(), { recursive: true });
  await restoreBackup({ from: from(), backup: null, dataDir: dataDir(), sendsCalls: true });
  expect(phases()).toEqual(['queued', 'queued', 'running']);
});
