import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AssetSweep } from '../../assets/sweep';
import { systemClock } from '../../clock';
import type { Logger } from '../../log';
import { VirtualClock } from '../../testing/virtual-clock';
import { openDataFolder } from './data-folder';
import { DiskSpace } from './disk-space';
import { openStorage, type Storage } from './open-storage';

const PNG = Buffer.from('89504e470d0a1a0a0000', 'hex');

let folder = '';
let database = '';
let reported: string[] = [];

beforeEach(() => {
  folder = path.join(mkdtempSync(path.join(tmpdir(), 'flowdeck-storage-')), 'data');
  database = path.join(folder, 'flowdeck.db');
  reported = [];
});
afterEach(() => rmSync(path.dirname(folder), { recursive: true }));

const log: Logger = {
  info: (_, message) => reported.push(message),
  warn: (_, message) => reported.push(message),
  error: (_, message) => reported.push(message),
};

/** Runs the gateway once on the folder, with its sweep at start. */
async function session<T>(work: (storage: Storage) => Promise<T> | T, { recover = false } = {}): Promise<T> {
  const data = openDataFolder(folder);
  try {
    const options = { recover, log, clock: systemClock, newId: randomUUID, disk: new DiskSpace(folder) };
    const storage = await openStorage(data, options);
    const clock = new VirtualClock(Date.now());
    // Resolves when the sweep has ended.
    await new AssetSweep({ ...storage, clock, log }).close();
    try {
      return await work(storage);
    } finally {
      storage.store.close();
    }
  } finally {
    data.release();
  }
}

async function* once(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes;
}

async function upload({ store, blobs }: Storage, bytes: Uint8Array): Promise<string> {
  const { hash, size } = await blobs.put(once(bytes));
  store.assets.insert({
    id: randomUUID(),
    owner: 'local',
    blob: hash,
    sizeBytes: size,
    contentType: 'image/png',
    filePath: 'a.png',
    createdAt: Date.now(),
    expiresAt: null,
    jobId: null,
    tags: [],
  });
  return hash;
}

const uploadFiles = (...contents: Uint8Array[]) =>
  session(async (storage) => {
    for (const bytes of contents) await upload(storage, bytes);
  });

const listed = async ({ store }: Storage) =>
  (await store.assets.list({ owner: 'local', now: Date.now(), limit: 99 })).assets;

async function stored({ blobs }: Storage): Promise<number> {
  let count = 0;
  for await (const _ of blobs.list()) count += 1;
  return count;
}

const text = (content: string) => Buffer.from(content);

describe('a data folder with files', () => {
  it.each([
    ['missing', () => renameSync(database, `${database}.bak`)],
    ['empty', () => truncateSync(database, 0)],
  ])('whose database is %s does not start, and keeps every file', async (_, lose) => {
    await uploadFiles(text('one'), text('two'));
    copyFileSync(database, `${database}.copy`);
    lose();
    await expect(session(stored)).rejects.toThrow(
      /has stored files, but its database .* is missing or empty: put the database back, or start with --recover/,
    );
    renameSync(`${database}.copy`, database);
    expect(await session(async (storage) => [(await listed(storage)).length, await stored(storage)])).toEqual([2, 2]);
  });

  it('keeps the files that an older copy of the database does not list, until the newer one is back', async () => {
    await uploadFiles(text('one'));
    copyFileSync(database, `${database}.old`);
    await uploadFiles(text('two'));
    copyFileSync(database, `${database}.new`);
    copyFileSync(`${database}.old`, database);
    expect(await session(async (storage) => [(await listed(storage)).length, await stored(storage)])).toEqual([1, 2]);
    expect(reported.join()).toMatch(/older than the stored files/);
    copyFileSync(`${database}.new`, database);
    expect(await session(async (storage) => [(await listed(storage)).length, await stored(storage)])).toEqual([2, 2]);
  });

  it('moves a file without a record to the trash, from which --recover lists it', async () => {
    await session(async (storage) => {
      await upload(storage, text('one'));
      await storage.blobs.put(once(text('two')));
    });
    expect(await session(stored)).toBe(1);
    expect(readdirSync(path.join(folder, 'blobs', 'trash'))).toHaveLength(1);
    expect(
      await session(async (storage) => [(await listed(storage)).length, await stored(storage)], { recover: true }),
    ).toEqual([2, 2]);
  });

  it('does not start with the database of another folder', async () => {
    await uploadFiles(text('ours'));
    copyFileSync(database, `${database}.ours`);
    const ours = folder;
    folder = path.join(path.dirname(folder), 'other');
    database = path.join(folder, 'flowdeck.db');
    await uploadFiles(text('theirs'));
    copyFileSync(database, path.join(ours, 'flowdeck.db'));
    folder = ours;
    database = path.join(folder, 'flowdeck.db');
    await expect(session(stored)).rejects.toThrow(/belongs to another data folder/);
    copyFileSync(`${database}.ours`, database);
    expect(await session(stored)).toBe(1);
  });
});

describe('--recover', () => {
  it('lists every file as an upload, with a name and type from its bytes', async () => {
    await uploadFiles(PNG, text('{"a": 1}'), text('words'), Buffer.from([1, 2, 3]));
    rmSync(database);
    const assets = await session(listed, { recover: true });
    expect(assets.map(({ contentType }) => contentType).sort()).toEqual([
      'application/json',
      'application/octet-stream',
      'image/png',
      'text/plain',
    ]);
    expect(assets.find(({ contentType }) => contentType === 'image/png')).toMatchObject({
      filePath: expect.stringMatching(/^recovered-[0-9a-f]{12}\.png$/),
      sizeBytes: PNG.byteLength,
      expiresAt: null,
      jobId: null,
      tags: ['recovered'],
    });
    expect(await session(async (storage) => [(await listed(storage)).length, await stored(storage)])).toEqual([4, 4]);
  });

  it('renames a damaged database, and starts a new one', async () => {
    await uploadFiles(text('one'));
    writeFileSync(database, 'not a database'.repeat(999));
    await expect(session(stored)).rejects.toThrow(/is damaged: put back a copy of it, or start with --recover/);
    expect(await session(listed, { recover: true })).toHaveLength(1);
    expect(readdirSync(folder).filter((name) => name.startsWith('flowdeck.db.damaged-'))).toHaveLength(1);
  });

  it('skips damaged files', async () => {
    const hash = await session((storage) => upload(storage, text('one')));
    writeFileSync(path.join(folder, 'blobs', hash.slice(0, 2), hash), 'two');
    rmSync(database);
    expect(await session(listed, { recover: true })).toEqual([]);
    expect(existsSync(path.join(folder, 'blobs', 'damaged', hash))).toBe(true);
  });

  it('lists nothing twice', async () => {
    await uploadFiles(text('one'));
    expect(await session(listed, { recover: true })).toHaveLength(1);
  });
});

it('a database counts as older if the files have seen a newer one', async () => {
  await uploadFiles(text('one'));
  const identity = await session(({ store }) => store.identity());
  expect(identity).toMatchObject({ generation: 2 });
  expect(await session(({ unlistedFiles }) => unlistedFiles)).toBeUndefined();
  await session(({ store }) => store.setIdentity({ id: String(identity?.id), generation: 1 }));
  expect(await session(({ unlistedFiles }) => unlistedFiles?.found)).toEqual({ files: 0, bytes: 0 });
});
