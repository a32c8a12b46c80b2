import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeThumbnail } from './make-thumbnail';
import { pngHeader } from '../testing/png-header';

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

const image = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: 200, g: 40, b: 40 } } });

async function sizeOf(bytes: Uint8Array | null) {
  if (!bytes) throw new Error('No thumbnail was made');
  const { format, width, height } = await sharp(bytes).metadata();
  return { format, width, height };
}

describe('makeThumbnail', () => {
  it('shrinks the longest side and preserves the aspect ratio', async () => {
    const path = await file('wide', await image(1000, 500).png().toBuffer());
    expect(await sizeOf(await makeThumbnail(path, 256))).toEqual({ format: 'webp', width: 256, height: 128 });
  });

  it('never enlarges', async () => {
    const path = await file('small', await image(20, 10).jpeg().toBuffer());
    expect(await sizeOf(await makeThumbnail(path, 256))).toEqual({ format: 'webp', width: 20, height: 10 });
  });

  it('rotates a photo upright', async () => {
    const path = await file('turned', await image(400, 200).withMetadata({ orientation: 6 }).jpeg().toBuffer());
    expect(await sizeOf(await makeThumbnail(path, 64))).toEqual({ format: 'webp', width: 32, height: 64 });
  });

  it('limits the decoded bytes, more strictly for images that are decoded as a whole', async () => {
    const deep = image(100, 100).toColourspace('rgb16');
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
      'an SVG file named .png',
      () =>
        file(
          'drawing.png',
          '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>',
        ),
    ],
    ['a missing file', () => Promise.resolve(join(dir, 'gone'))],
  ])('returns null for %s', async (_, path) => {
    expect(await makeThumbnail(await path(), 256)).toBeNull();
  });
});
