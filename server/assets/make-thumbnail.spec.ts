import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeThumbnail } from './make-thumbnail';
import { pngHeader } from './testing/png-header';

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'flowdeck-thumbnails-'));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

async function file(name: string, bytes: string | Uint8Array): Promise<string> {
  const path = join(dir, name);
  await writeFile(path, bytes);
  return path;
}

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: 200, g: 40, b: 40 } } });

async function sizeOf(bytes: Uint8Array | null) {
  if (!bytes) throw new Error('No thumbnail was made');
  const { format, width, height } = await sharp(bytes).metadata();
  return { format, width, height };
}

describe('makeThumbnail', () => {
  it('shrinks the longest side and keeps the shape', async () => {
    const path = await file('wide', await picture(1000, 500).png().toBuffer());
    expect(await sizeOf(await makeThumbnail(path, 256))).toEqual({ format: 'webp', width: 256, height: 128 });
  });

  it('enlarges nothing', async () => {
    const path = await file('small', await picture(20, 10).jpeg().toBuffer());
    expect(await sizeOf(await makeThumbnail(path, 256))).toEqual({ format: 'webp', width: 20, height: 10 });
  });

  it('turns a photo upright', async () => {
    const path = await file('turned', await picture(400, 200).withMetadata({ orientation: 6 }).jpeg().toBuffer());
    expect(await sizeOf(await makeThumbnail(path, 64))).toEqual({ format: 'webp', width: 32, height: 64 });
  });

  it('limits the decoded bytes, and more so of pictures that are held whole', async () => {
    const deep = picture(100, 100).toColourspace('rgb16');
    const rows = await file('rows', await deep.clone().png().toBuffer());
    const interlaced = await file('interlaced', await deep.clone().png({ progressive: true }).toBuffer());
    const limits = { streamed: 60_000, held: 59_999 };
    expect(await makeThumbnail(rows, 64, limits)).not.toBeNull();
    expect(await makeThumbnail(interlaced, 64, limits)).toBeNull();
    expect(await makeThumbnail(interlaced, 64, { ...limits, held: 60_000 })).not.toBeNull();
    expect(await makeThumbnail(rows, 64, { ...limits, streamed: 59_999 })).toBeNull();
  });

  it.each<[string, () => Promise<string>]>([
    ['an empty file', () => file('empty', '')],
    ['a text file named .png', () => file('text.png', 'not a picture')],
    ['a header that announces 30,000 x 30,000 pixels', async () => file('bomb', await pngHeader(30_000, 30_000))],
    [
      'a drawing that calls itself a picture',
      () =>
        file(
          'drawing.png',
          '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>',
        ),
    ],
    ['a file that is gone', () => Promise.resolve(join(dir, 'gone'))],
  ])('makes nothing of %s', async (_, path) => {
    expect(await makeThumbnail(await path(), 256)).toBeNull();
  });
});
