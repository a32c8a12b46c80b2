import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FileBlobs } from '../../storage/files/file-blobs';
import { ThumbnailCache } from './thumbnail-cache';
import type { Thumbnailer } from './thumbnailer';

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'flowdeck-kept-'));
});
afterAll(() => rm(root, { recursive: true, force: true }));

async function* once(text: string): AsyncIterable<Uint8Array> {
  yield new TextEncoder().encode(text);
}

async function setUp(response: (path: string, side: number) => Promise<Uint8Array | null>) {
  const blobs = await FileBlobs.open(await mkdtemp(join(root, 'blobs-')));
  const { hash } = await blobs.put(once('picture'));
  const requested: number[] = [];
  const maker: Thumbnailer = {
    thumbnail: (path, side) => {
      requested.push(side);
      return response(path, side);
    },
    close: () => Promise.resolve(),
  };
  return { blobs, hash, path: blobs.path(hash), requested, maker, kept: new ThumbnailCache(maker, blobs.workDir) };
}

const small = (side: number) => new TextEncoder().encode(`small ${side}`);
const names = (path: string) => readdir(join(path, '..'));

describe('cached thumbnails', () => {
  it('are created once per size, even across a restart', async () => {
    const { path, requested, kept, maker, blobs } = await setUp(async (_, side) => small(side));
    const together = await Promise.all([kept.thumbnail(path, 256), kept.thumbnail(path, 256)]);
    expect(together).toEqual([small(256), small(256)]);
    expect(Buffer.from((await kept.thumbnail(path, 256)) ?? '').toString()).toBe('small 256');
    expect(Buffer.from((await kept.thumbnail(path, 64)) ?? '').toString()).toBe('small 64');
    const later = new ThumbnailCache(maker, blobs.workDir);
    expect(Buffer.from((await later.thumbnail(path, 256)) ?? '').toString()).toBe('small 256');
    expect(requested).toEqual([256, 64]);
    expect(await readdir(blobs.workDir)).toEqual([]);
  });

  it('are removed with their blob', async () => {
    const { blobs, hash, path, kept } = await setUp(async (_, side) => small(side));
    await kept.thumbnail(path, 256);
    expect(await names(path)).toHaveLength(2);
    await blobs.remove(hash);
    expect(await names(path)).toEqual([]);
  });

  it('leave no file if the blob is removed while the thumbnail is created', async () => {
    const { blobs, hash, path, kept } = await setUp(async (_, side) => {
      await blobs.remove(hash);
      return small(side);
    });
    expect(await kept.thumbnail(path, 256)).toEqual(small(256));
    expect(await names(path)).toEqual([]);
    expect(await readdir(blobs.workDir)).toEqual([]);
  });

  it('are attempted once for a file that is not an image', async () => {
    const { path, requested, kept } = await setUp(() => Promise.resolve(null));
    expect(await kept.thumbnail(path, 256)).toBeNull();
    expect(await kept.thumbnail(path, 64)).toBeNull();
    expect(requested).toEqual([256]);
  });

  it('have no entry for a removed blob', async () => {
    const { blobs, hash, path, requested, kept } = await setUp(() => Promise.resolve(null));
    await blobs.remove(hash);
    expect(await kept.thumbnail(path, 256)).toBeNull();
    expect(await kept.thumbnail(path, 256)).toBeNull();
    expect(requested).toHaveLength(2);
  });

  it('are retried once for an image that crashes the process', async () => {
    const { path, requested, kept } = await setUp(() => Promise.reject(new Error('The process ended: SIGSEGV')));
    await expect(kept.thumbnail(path, 256)).rejects.toThrow('SIGSEGV');
    await expect(kept.thumbnail(path, 256)).rejects.toThrow('SIGSEGV');
    expect(await kept.thumbnail(path, 256)).toBeNull();
    expect(requested).toHaveLength(2);
  });

  it('are created again if a power loss left an empty file', async () => {
    const { path, requested, kept } = await setUp(async (_, side) => small(side));
    await writeFile(`${path}.256.webp`, '');
    expect(await kept.thumbnail(path, 256)).toEqual(small(256));
    expect(requested).toEqual([256]);
  });
});
