import { lstat, mkdtemp, open, readdir, readFile, rename, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { blake3 } from 'hash-wasm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hashFile } from './files/blob-files';
import { BlobDamaged, BlobDiskFull, BlobHashMismatch, BlobTooLarge, type Blobs, type DiscardedBlob } from './blobs';
import { FileBlobs } from './files/file-blobs';
import { MemoryBlobs } from './memory/memory-blobs';

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'flowdeck-blobs-'));
});
afterAll(() => rm(root, { recursive: true, force: true }));

let folders = 0;
const newFolder = () => join(root, String((folders += 1)));

const bytesOf = (text: string) => new TextEncoder().encode(text);

async function* chunks(...parts: (string | Uint8Array)[]): AsyncIterable<Uint8Array> {
  for (const part of parts) yield typeof part === 'string' ? bytesOf(part) : part;
}

async function* broken(error: Error): AsyncIterable<Uint8Array> {
  yield bytesOf('the first half');
  throw error;
}

/** Sends one chunk and then nothing, like a hanging connection. */
async function* hanging(onWaiting: () => void): AsyncIterable<Uint8Array> {
  yield bytesOf('some');
  onWaiting();
  await new Promise(() => {});
}

async function bytesIn(blobs: Blobs, hash: string, range?: { start: number; end: number }): Promise<Buffer> {
  const stream = await blobs.read(hash, range ? { range } : {});
  if (!stream) throw new Error('The blob is gone');
  return Buffer.from(await new Response(stream).arrayBuffer());
}

const textIn = async (...from: Parameters<typeof bytesIn>) => (await bytesIn(...from)).toString();

async function hashes(blobs: Blobs): Promise<string[]> {
  const found: string[] = [];
  for await (const hash of blobs.list()) found.push(hash);
  return found.sort();
}

async function trash(blobs: Blobs): Promise<DiscardedBlob[]> {
  const found: DiscardedBlob[] = [];
  for await (const blob of blobs.discarded()) found.push(blob);
  return found;
}

/** Returns the remaining files that no caller can refer to. */
async function leftovers(blobs: Blobs & { dir?: string }): Promise<string[]> {
  return blobs.dir === undefined ? [] : await readdir(join(blobs.dir, 'tmp'));
}

const kinds: [string, () => Promise<Blobs & { dir?: string }>][] = [
  ['memory', () => Promise.resolve(new MemoryBlobs())],
  [
    'files',
    async () => {
      const dir = newFolder();
      return Object.assign(await FileBlobs.open(dir), { dir });
    },
  ],
];

describe.each(kinds)('blobs in %s', (_, make) => {
  let blobs: Blobs & { dir?: string };
  beforeEach(async () => {
    blobs = await make();
  });

  it('J-1.11 are stored under the blake3 hash that the store computes', async () => {
    const expected = await blake3(bytesOf('hello world'));
    expect(await blobs.put(chunks('hello ', 'world'))).toEqual({ hash: expected, size: 11, isNew: true });
    expect(await blobs.has(expected)).toBe(true);
    expect(await textIn(blobs, expected)).toBe('hello world');
  });

  it('J-1.15 store identical bytes once', async () => {
    const first = await blobs.put(chunks('same'));
    expect(await blobs.put(chunks('sa', 'me'))).toEqual({ ...first, isNew: false });
    expect(await hashes(blobs)).toEqual([first.hash]);
    expect(await leftovers(blobs)).toEqual([]);
  });

  it('allow two concurrent uploads of the same bytes', async () => {
    const stored = await Promise.all([blobs.put(chunks('twice')), blobs.put(chunks('twice'))]);
    expect(stored.map((blob) => blob.isNew).sort()).toEqual([false, true]);
    expect(await leftovers(blobs)).toEqual([]);
  });

  it('store an empty file', async () => {
    const { hash, size } = await blobs.put(chunks());
    expect(size).toBe(0);
    expect(await textIn(blobs, hash)).toBe('');
  });

  it('read a range with an exclusive end', async () => {
    const { hash } = await blobs.put(chunks('0123456789'));
    expect(await textIn(blobs, hash, { start: 2, end: 5 })).toBe('234');
    expect(await textIn(blobs, hash, { start: 9, end: 10 })).toBe('9');
  });

  it('return the same bytes for a file of many chunks', async () => {
    const big = Uint8Array.from({ length: 1_000_003 }, (_, i) => (i * 7919) % 251);
    const { hash } = await blobs.put(chunks(big.subarray(0, 400_000), big.subarray(400_000)));
    expect(hash).toBe(await blake3(big));
    expect((await bytesIn(blobs, hash)).equals(big)).toBe(true);
  });

  it('return null for bytes that were never stored', async () => {
    const hash = 'ab'.repeat(32);
    expect(await blobs.has(hash)).toBe(false);
    expect(await blobs.read(hash)).toBeNull();
    await expect(blobs.remove(hash)).resolves.toBeUndefined();
  });

  it('reject bytes over the limit, but not at the limit', async () => {
    await expect(blobs.put(chunks('12345', '6'), { maxBytes: 5 })).rejects.toThrow(BlobTooLarge);
    expect(await hashes(blobs)).toEqual([]);
    expect(await leftovers(blobs)).toEqual([]);
    await expect(blobs.put(chunks('12345'), { maxBytes: 5 })).resolves.toMatchObject({ size: 5 });
  });

  it('J-4.96 store nothing when the bytes are not the expected ones', async () => {
    const actual = await blake3(bytesOf('bytes'));
    await expect(blobs.put(chunks('bytes'), { expectedHash: 'ab'.repeat(32) })).rejects.toMatchObject({ actual });
    await expect(blobs.put(chunks('bytes'), { expectedHash: 'ab'.repeat(32) })).rejects.toThrow(BlobHashMismatch);
    expect(await blobs.has(actual)).toBe(false);
    expect(await leftovers(blobs)).toEqual([]);
    await expect(blobs.put(chunks('bytes'), { expectedHash: actual.toUpperCase() })).resolves.toMatchObject({
      hash: actual,
    });
  });

  it('leave no file if the source fails', async () => {
    const error = new Error('connection lost');
    await expect(blobs.put(broken(error))).rejects.toBe(error);
    expect(await hashes(blobs)).toEqual([]);
    expect(await leftovers(blobs)).toEqual([]);
  });

  it('leave no file if the upload is aborted while the source hangs', async () => {
    const abort = new AbortController();
    const reason = new Error('gone');
    await expect(
      blobs.put(
        hanging(() => abort.abort(reason)),
        { signal: abort.signal },
      ),
    ).rejects.toBe(reason);
    expect(await hashes(blobs)).toEqual([]);
    expect(await leftovers(blobs)).toEqual([]);
  });

  it('do not start if the signal is already aborted', async () => {
    await expect(blobs.put(chunks('x'), { signal: AbortSignal.abort(new Error('early')) })).rejects.toThrow('early');
    expect(await hashes(blobs)).toEqual([]);
  });

  it('are missing after removal', async () => {
    const { hash } = await blobs.put(chunks('short-lived'));
    await blobs.remove(hash);
    expect(await blobs.has(hash)).toBe(false);
    expect(await hashes(blobs)).toEqual([]);
  });

  it('stay while a record needs them', async () => {
    const { hash } = await blobs.put(chunks('wanted'));
    await blobs.remove(hash, () => true);
    expect(await blobs.has(hash)).toBe(true);
  });

  it('move to the trash with a timestamp, and can be restored', async () => {
    const { hash } = await blobs.put(chunks('discarded'));
    const kept = await blobs.put(chunks('kept'));
    await blobs.discard(kept.hash, 5, () => true);
    await blobs.discard(hash, 7);
    expect(await hashes(blobs)).toEqual([kept.hash]);
    expect(await trash(blobs)).toEqual([{ hash, discardedAt: 7 }]);
    expect(await blobs.restore(hash)).toBe(true);
    expect(await textIn(blobs, hash)).toBe('discarded');
    expect(await trash(blobs)).toEqual([]);
    expect(await blobs.restore(hash)).toBe(false);
  });

  it('leave the trash when they are purged', async () => {
    const { hash } = await blobs.put(chunks('discarded'));
    await blobs.discard(hash, 7);
    await blobs.purge({ hash, discardedAt: 7 });
    expect(await trash(blobs)).toEqual([]);
    expect(await blobs.has(hash)).toBe(false);
  });

  it('are intact or missing', async () => {
    const { hash } = await blobs.put(chunks('checked'));
    expect(await blobs.check(hash)).toBe('intact');
    expect(await blobs.verify(hash)).toBe('intact');
    await blobs.remove(hash);
    expect(await blobs.check(hash)).toBe('missing');
    expect(await blobs.verify(hash)).toBe('missing');
  });

  it('are not lost when they are collected during another upload of them', async () => {
    const { hash } = await blobs.put(chunks('contested'));
    const records = new Set<string>();
    const upload = async () => {
      const blob = await blobs.put(chunks('contested'));
      records.add(blob.hash);
    };
    for (let i = 0; i < 20; i++) {
      records.clear();
      await Promise.all([upload(), blobs.remove(hash, () => records.has(hash)), upload()]);
      expect(await blobs.has(hash)).toBe(true);
    }
  });
});

describe('blobs in files', () => {
  it('delete temporary files of a killed process, and retain the blobs', async () => {
    const dir = newFolder();
    const before = await FileBlobs.open(dir);
    const { hash } = await before.put(chunks('kept'));
    await writeFile(join(dir, 'tmp', 'half-an-upload'), 'x');
    await writeFile(join(before.workDir, 'half-a-picture'), 'x');
    const after = await FileBlobs.open(dir);
    expect(await readdir(join(dir, 'tmp'))).toEqual([]);
    expect(await readdir(after.workDir)).toEqual([]);
    expect(await textIn(after, hash)).toBe('kept');
  });

  it('move a finished file of a child process into the store', async () => {
    const blobs = await FileBlobs.open(newFolder());
    const path = join(blobs.workDir, 'out.png');
    await writeFile(path, 'picture');
    const stored = await blobs.adopt(path);
    expect(stored).toEqual({ hash: await blake3(bytesOf('picture')), size: 7, isNew: true });
    expect(await readdir(blobs.workDir)).toEqual([]);
    expect(await textIn(blobs, stored.hash)).toBe('picture');
  });

  it('accept no file from outside of the work folder, and follow no links', async () => {
    const dir = newFolder();
    const blobs = await FileBlobs.open(dir);
    const secret = join(dir, 'secret');
    await writeFile(secret, 'secret');
    await expect(blobs.adopt(secret)).rejects.toThrow('outside');
    await expect(blobs.adopt(join(blobs.workDir, '..', 'secret'))).rejects.toThrow('outside');
    await symlink(secret, join(blobs.workDir, 'link.png'));
    await expect(blobs.adopt(join(blobs.workDir, 'link.png'))).rejects.toThrow('regular files');
    expect(await readdir(dir)).toContain('secret');
    expect(await hashes(blobs)).toEqual([]);
  });

  it('treat a link in place of a data file as missing, and replace it on the next upload', async () => {
    const dir = newFolder();
    const blobs = await FileBlobs.open(dir);
    const { hash, size } = await blobs.put(chunks('whole'));
    // With the right bytes, so that the hash alone cannot reveal the link.
    const target = join(dir, 'target');
    await rename(blobs.path(hash), target);
    await symlink(target, blobs.path(hash));
    expect(await blobs.has(hash)).toBe(false);
    expect(await blobs.check(hash)).toBe('missing');
    expect(await blobs.read(hash)).toBeNull();
    expect(await blobs.read(hash, { size, range: { start: 0, end: 2 } })).toBeNull();
    await expect(hashFile(blobs.path(hash))).rejects.toThrow('ELOOP');
    expect(await blobs.put(chunks('whole'))).toMatchObject({ hash, isNew: true });
    expect((await lstat(blobs.path(hash))).isFile()).toBe(true);
    expect(await textIn(blobs, hash)).toBe('whole');
    expect(await readFile(target, 'utf8')).toBe('whole');
  });

  it('replace a truncated blob', async () => {
    const blobs = await FileBlobs.open(newFolder());
    const { hash } = await blobs.put(chunks('whole'));
    await writeFile(blobs.path(hash), 'wh');
    expect(await blobs.put(chunks('whole'))).toMatchObject({ isNew: true });
    expect(await textIn(blobs, hash)).toBe('whole');
  });

  describe('whose file has changed', () => {
    /** Simulates a failing disk: different bytes of the same size under the same name. */
    const damage = async (blobs: FileBlobs, hash: string) => {
      const handle = await open(blobs.path(hash), 'r+');
      await handle.write('?', 0);
      await handle.close();
    };
    const opened = async () => {
      const damaged: string[] = [];
      const dir = newFolder();
      const blobs = await FileBlobs.open(dir, (hash) => damaged.push(hash));
      return { blobs, damaged, dir };
    };
    const large = Buffer.alloc(9 * 1024 ** 2, 'large');

    it('are not read, reported once, quarantined and repaired by the next upload', async () => {
      const { blobs, damaged, dir } = await opened();
      const { hash } = await blobs.put(chunks('picture'));
      await writeFile(`${blobs.path(hash)}.256.webp`, 'small');
      await damage(blobs, hash);
      await expect(blobs.read(hash)).rejects.toThrow(BlobDamaged);
      await expect(blobs.read(hash, { range: { start: 0, end: 3 } })).rejects.toThrow(BlobDamaged);
      expect(damaged).toEqual([hash]);
      expect(await readdir(join(dir, 'damaged'))).toEqual([hash]);
      expect(await readdir(join(blobs.path(hash), '..'))).toEqual([]);
      expect(await blobs.check(hash)).toBe('missing');
      expect(await blobs.put(chunks('picture'))).toMatchObject({ isNew: true });
      expect(await textIn(blobs, hash)).toBe('picture');
    });

    it('are replaced by an upload of the same bytes before any read', async () => {
      const { blobs, damaged } = await opened();
      const { hash } = await blobs.put(chunks('picture'));
      await damage(blobs, hash);
      expect(await blobs.put(chunks('picture'))).toMatchObject({ isNew: true });
      expect(damaged).toEqual([hash]);
      expect(await textIn(blobs, hash)).toBe('picture');
    });

    it('are not read if they were truncated', async () => {
      const { blobs, damaged } = await opened();
      const { hash, size } = await blobs.put(chunks(large));
      await truncate(blobs.path(hash), 5000);
      await expect(blobs.read(hash, { size })).rejects.toThrow(BlobDamaged);
      await expect(blobs.read(hash, { size, range: { start: 0, end: 100 } })).rejects.toThrow(BlobDamaged);
      expect(damaged).toEqual([hash]);
    });

    it('are aborted before the last bytes if they are too large to check first', async () => {
      const { blobs, damaged } = await opened();
      const { hash, size } = await blobs.put(chunks(large));
      await damage(blobs, hash);
      let received = 0;
      const stream = await blobs.read(hash, { size });
      const read = async () => {
        for await (const chunk of stream ?? []) received += chunk.byteLength;
      };
      await expect(read()).rejects.toThrow(/not those of its name/);
      expect(received).toBeLessThan(size);
      await expect.poll(() => damaged).toEqual([hash]);
    });

    it('are found by a check, even after an earlier successful one', async () => {
      const { blobs, damaged } = await opened();
      const { hash } = await blobs.put(chunks('picture'));
      expect(await blobs.check(hash)).toBe('intact');
      await damage(blobs, hash);
      expect(await blobs.check(hash)).toBe('damaged');
      expect(damaged).toEqual([hash]);
    });
  });

  it('remove files derived from a blob with it', async () => {
    const blobs = await FileBlobs.open(newFolder());
    const { hash } = await blobs.put(chunks('picture'));
    await writeFile(`${blobs.path(hash)}.256.webp`, 'small');
    expect(await hashes(blobs)).toEqual([hash]);
    await blobs.remove(hash);
    expect(await readdir(join(blobs.path(hash), '..'))).toEqual([]);
  });

  it('report a full disk as such and leave no file', async () => {
    const dir = newFolder();
    const blobs = await FileBlobs.open(dir);
    const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
    await expect(blobs.put(broken(full))).rejects.toThrow(BlobDiskFull);
    expect(await readdir(join(dir, 'tmp'))).toEqual([]);
  });

  it('build paths from hashes only', async () => {
    const blobs = await FileBlobs.open(newFolder());
    expect(() => blobs.path('../../etc/passwd')).toThrow(TypeError);
    await expect(blobs.read('../x')).rejects.toThrow(TypeError);
  });
});

describe('write-behind', () => {
  it('writes every byte, for any split into chunks', async () => {
    const blobs = await FileBlobs.open(newFolder());
    const all = Buffer.from(Uint8Array.from({ length: 3_000_000 }, (_, i) => (i * 7919) % 251));
    const sizes = [1, 524_287, 1, 524_288, 2, 1_500_000, 65_536];
    const parts: Uint8Array[] = [];
    let offset = 0;
    for (const size of [...sizes, all.byteLength]) {
      parts.push(all.subarray(offset, offset + size));
      offset += size;
    }
    const { hash, size } = await blobs.put(chunks(...parts));
    expect(size).toBe(all.byteLength);
    expect(hash).toBe(await blake3(all));
    expect((await bytesIn(blobs, hash)).equals(all)).toBe(true);
  });

  it('is not affected when a producer reuses its buffer', async () => {
    const blobs = await FileBlobs.open(newFolder());
    const reused = (async function* () {
      const buffer = new Uint8Array(4);
      for (const text of ['aaaa', 'bbbb']) {
        buffer.set(bytesOf(text));
        yield buffer;
      }
    })();
    expect((await bytesIn(blobs, (await blobs.put(reused)).hash)).toString()).toBe('aaaabbbb');
  });
});
