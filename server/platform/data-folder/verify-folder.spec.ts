import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { FileBlobs } from '../../storage/files/file-blobs';
import { openSqliteStore } from '../../storage/sqlite/sqlite-store';
import { verifyFolder } from './verify-folder';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'flowdeck-verify-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

async function* once(text: string): AsyncIterable<Uint8Array> {
  yield Buffer.from(text);
}

/** @returns the path of each stored file. */
async function fill(...contents: string[]): Promise<string[]> {
  const store = openSqliteStore(path.join(folder, 'flowdeck.db'));
  const blobs = await FileBlobs.open(path.join(folder, 'blobs'));
  const files: string[] = [];
  for (const content of contents) {
    const { hash, size } = await blobs.put(once(content));
    files.push(blobs.path(hash));
    store.assets.insert({
      id: `asset-${content}`,
      owner: 'local',
      blob: hash,
      sizeBytes: size,
      contentType: 'text/plain',
      filePath: null,
      createdAt: 0,
      expiresAt: null,
      jobId: null,
      tags: [],
    });
  }
  await blobs.put(once('without a record'));
  store.close();
  return files;
}

it('reports no problem for an intact folder', async () => {
  await fill('one', 'two');
  expect(await verifyFolder(folder)).toEqual({ problems: [], files: 3, unlisted: 1 });
});

it('lists files that were changed, truncated or removed, and the assets that need them', async () => {
  const [changed = '', cut = '', removed = ''] = await fill('changed', 'cut', 'removed');
  writeFileSync(changed, 'chAnged');
  truncateSync(cut, 1);
  rmSync(removed);
  const { problems } = await verifyFolder(folder);
  expect(problems).toHaveLength(3);
  expect(problems).toContainEqual(expect.stringMatching(/has other bytes than recorded, asset asset-changed\.$/));
  expect(problems).toContainEqual(expect.stringMatching(/has 1 bytes instead of 3, asset asset-cut\.$/));
  expect(problems).toContainEqual(expect.stringMatching(/is missing, asset asset-removed\.$/));
});

it('reports a damaged database', async () => {
  await fill('one');
  writeFileSync(path.join(folder, 'flowdeck.db'), 'not a database'.repeat(999));
  expect((await verifyFolder(folder)).problems).toEqual([expect.stringMatching(/^The database cannot be read/)]);
});

it('rejects a folder without a database', async () => {
  await expect(verifyFolder(folder)).rejects.toThrow(/not found: name the data folder/);
});
