import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { StoredFolder } from './testing/stored-folder';
import { verifyFolder } from './verify-folder';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'flowdeck-verify-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** @returns the path of each stored file; there is one more that the database does not list */
async function fill(...contents: string[]): Promise<string[]> {
  const stored = new StoredFolder(folder);
  const hashes = await stored.add(...contents);
  await stored.addUnlisted('without a record');
  return hashes.map((hash) => stored.file(hash));
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
