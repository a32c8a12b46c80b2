import sharp, { type Metadata } from 'sharp';
import { describe, expect, it } from 'vitest';
import { decodedSize } from './decoded-size';

const header = (more: Partial<Metadata>) =>
  decodedSize({
    width: 100,
    height: 50,
    channels: 3,
    depth: 'uchar',
    format: 'png',
    isProgressive: false,
    ...more,
  } as Metadata);

describe('decodedSize', () => {
  it.each<[string, Partial<Metadata>, number, boolean]>([
    ['an RGB picture', {}, 15_000, false],
    ['16 bits per sample with alpha', { depth: 'ushort', channels: 4 }, 40_000, false],
    ['an interlaced file', { isProgressive: true }, 15_000, true],
    ['a photo with an EXIF rotation', { format: 'jpeg', orientation: 6 }, 15_000, true],
    ['a format without rows', { format: 'webp' }, 15_000, true],
    ['an unknown depth', { depth: 'notset' as Metadata['depth'] }, 240_000, false],
  ])('counts %s', (_, more, bytes, isHeldWhole) => {
    expect(header(more)).toEqual({ bytes, isHeldWhole });
  });

  it('counts every page that is read', () => {
    expect(
      decodedSize(
        {
          ...({} as Metadata),
          width: 10,
          height: 60,
          pageHeight: 20,
          channels: 4,
          depth: 'uchar',
          format: 'gif',
          isProgressive: false,
        },
        3,
      ).bytes,
    ).toBe(2400);
  });

  it('agrees with the header of a real file', async () => {
    const png = await sharp({ create: { width: 64, height: 32, channels: 4, background: '#123' } })
      .toColourspace('rgb16')
      .png({ progressive: true })
      .toBuffer();
    expect(decodedSize(await sharp(png).metadata())).toEqual({ bytes: 64 * 32 * 4 * 2, isHeldWhole: true });
  });
});
