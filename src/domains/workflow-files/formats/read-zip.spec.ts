import { describe, expect, it } from 'vitest';
import { readZip, type ZipContent } from './read-zip';
import { bytes, deflate } from '../testing/build-bytes';
import { zip } from '../testing/build-zip';

const raw = (text: BlobPart) => deflate(text, 'deflate-raw');

async function contents(found: ZipContent, maxBytes = 100_000): Promise<string[]> {
  if (!found.ok) return ['unreadable'];
  const texts = found.members.map(async ({ name, read }) => {
    const content = await read(maxBytes);
    return `${name}: ${content.ok ? await content.file.text() : content.why}`;
  });
  return Promise.all(texts);
}

describe('readZip', () => {
  it('reads packed and stored files that may contain a workflow, JSON first, and counts the rest', async () => {
    const found = await readZip(
      zip(
        { name: 'photo.png', packed: bytes('x'), size: 1, method: 0 },
        { name: 'a.json', packed: await raw('{"a":1}'), size: 7 },
        { name: 'deep/b.JSON', packed: bytes('{}'), size: 2, method: 0 },
        { name: 'deep/', packed: bytes(), size: 0, method: 0 },
        { name: 'readme.txt', packed: bytes('x'), size: 1, method: 0 },
        { name: '__MACOSX/._a.json', packed: bytes('x'), size: 1, method: 0 },
      ),
    );
    expect(await contents(found)).toEqual(['a.json: {"a":1}', 'deep/b.JSON: {}', 'photo.png: x']);
    expect(found).toMatchObject({ others: 2, overLimit: 0 });
  });

  it('stops a bomb at its limit, whatever its directory says', async () => {
    const bomb = { name: 'bomb.json', packed: await raw(new Uint8Array(3_000_000)), size: 10 };
    const small = { name: 'small.json', packed: await raw('{}'), size: 2 };
    const honest = { ...bomb, name: 'honest.json', size: 3_000_000 };
    const found = await readZip(zip(bomb, honest, small));
    expect(await contents(found)).toEqual(['bomb.json: too_large', 'honest.json: too_large', 'small.json: {}']);
  });

  it('lists at most 50 files, JSON before others', async () => {
    const images = Array.from({ length: 60 }, (_, index) => ({
      name: `${index}.png`,
      packed: bytes('x'),
      size: 1,
      method: 0,
    }));
    const found = await readZip(zip(...images, { name: 'last.json', packed: bytes('{}'), size: 2, method: 0 }));
    expect((await contents(found))[0]).toBe('last.json: {}');
    expect(found).toMatchObject({ others: 0, overLimit: 11 });
  });

  it('says what it cannot unpack', async () => {
    const packed = await raw('{}');
    const found = await readZip(
      zip(
        { name: 'secret.json', packed, size: 2, flags: 1 },
        { name: 'zstd.json', packed, size: 2, method: 93 },
        { name: 'cut.json', packed: packed.subarray(0, 1), size: 2 },
      ),
    );
    expect(await contents(found)).toEqual([
      'secret.json: encrypted',
      'zstd.json: unknown_compression',
      'cut.json: broken',
    ]);
  });

  it.each<[what: string, file: Blob]>([
    ['without a directory', new Blob([bytes('PK\u0003\u0004', new Uint8Array(100))])],
    ['shorter than its end record', new Blob([bytes('PK')])],
  ])('does not read an archive %s', async (_what, file) => {
    expect(await contents(await readZip(file))).toEqual(['unreadable']);
  });
});
