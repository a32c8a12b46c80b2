import { fc } from '@contract/testing/properties';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { packRows } from '../pixels/sample-mask';
import { takeAlpha } from '../pixels/mask';
import { samplingOf, UPRIGHT } from '../orientation';
import { decodeRgbaPng } from './decode-png';
import { encodePng } from './encode-png';

const LIMIT = 1_000_000;

async function encode(pixels: Uint8Array, width: number, height: number, channels: 3 | 4): Promise<Blob> {
  const rowBytes = width * channels;
  const readRows = (top: number, count: number) => pixels.subarray(top * rowBytes, (top + count) * rowBytes);
  return encodePng({ width, height, channels, readRows });
}

/** Decodes as the embedded engine and ComfyUI do: without multiplying colors by alpha. */
async function decode(file: Blob) {
  const { data, info } = await sharp(new Uint8Array(await file.arrayBuffer()))
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { pixels: new Uint8Array(data), width: info.width, height: info.height, channels: info.channels };
}

const images = fc
  .tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 40 }), fc.constantFrom(3 as const, 4 as const))
  .chain(([width, height, channels]) => {
    const length = width * height * channels;
    return fc
      .uint8Array({ minLength: length, maxLength: length })
      .map((pixels) => ({ width, height, channels, pixels: new Uint8Array(pixels) }));
  });

describe('encodePng', () => {
  it('writes every pixel exactly, also colors under full transparency', async () => {
    await fc.assert(
      fc.asyncProperty(images, async ({ pixels, width, height, channels }) => {
        expect(await decode(await encode(pixels, width, height, channels))).toEqual({
          pixels,
          width,
          height,
          channels,
        });
      }),
    );
  });

  it('writes images of several bands', async () => {
    const [width, height] = [2048, 1100];
    const pixels = new Uint8Array(width * height * 3);
    for (let at = 0; at < pixels.length; at += 1) pixels[at] = (at * 7 + Math.floor(at / 6144)) % 256;
    const { pixels: found } = await decode(await encode(pixels, width, height, 3));
    expect(Buffer.compare(found, pixels)).toBe(0);
  });

  it('becomes smaller than its pixels where they are alike', async () => {
    expect((await encode(new Uint8Array(400 * 400 * 4).fill(90), 400, 400, 4)).size).toBeLessThan(4000);
  });
});

describe('decodeRgbaPng', () => {
  it('reads every filter of another encoder, with colors under transparency', async () => {
    await fc.assert(
      fc.asyncProperty(images, fc.boolean(), async ({ pixels, width, height }, adaptiveFiltering) => {
        const rgba = new Uint8Array(width * height * 4).map((_, at) => pixels[at % pixels.length] ?? 0);
        const file = await sharp(rgba, { raw: { width, height, channels: 4 } })
          .png({ adaptiveFiltering, compressionLevel: 6 })
          .toBuffer();
        const found = await decodeRgbaPng(new Blob([new Uint8Array(file)]), LIMIT);
        expect(found && { ...found, data: new Uint8Array(found.data) }).toEqual({ width, height, data: rgba });
      }),
    );
  });

  it('leaves other kinds, images that are too large, and damaged files to the browser', async () => {
    const rgba = sharp(new Uint8Array(400), { raw: { width: 10, height: 10, channels: 4 } });
    const png = new Uint8Array(await rgba.clone().png().toBuffer());
    expect(await decodeRgbaPng(new Blob([png]), LIMIT)).not.toBeNull();
    expect(await decodeRgbaPng(new Blob([png]), 99)).toBeNull();
    expect(await decodeRgbaPng(new Blob([png.subarray(0, 60)]), LIMIT)).toBeNull();
    for (const other of [rgba.clone().png({ palette: true }), rgba.clone().removeAlpha().png(), rgba.clone().webp()]) {
      expect(await decodeRgbaPng(new Blob([new Uint8Array(await other.toBuffer())]), LIMIT)).toBeNull();
    }
    await fc.assert(
      fc.asyncProperty(fc.nat(png.length - 1), fc.nat(255), async (at, value) => {
        const damaged = png.slice();
        damaged[at] = value;
        await decodeRgbaPng(new Blob([damaged]), LIMIT);
      }),
    );
  });
});

describe('the mask in the alpha channel', () => {
  it('survives a round trip with the colors, as ComfyUI reads it: 1 - alpha', async () => {
    const [width, height] = [16, 8];
    const rgba = Uint8ClampedArray.from({ length: width * height * 4 }, (_, at) =>
      at % 4 === 3 ? at % 256 : (at * 5) % 256,
    );
    const colors = rgba.filter((_, at) => at % 4 !== 3);
    const alphas = rgba.filter((_, at) => at % 4 === 3);
    const mask = takeAlpha(rgba, width, height);
    expect(mask && [...mask.data]).toEqual([...alphas].map((alpha) => 255 - alpha));
    const rows = packRows(rgba, mask, samplingOf({ width, height }, UPRIGHT, { x: 0, y: 0 }, 1), width);
    const { pixels } = await decode(await encode(rows, width, height, 4));
    expect(Array.from(pixels.filter((_, at) => at % 4 !== 3))).toEqual(Array.from(colors));
    expect(Array.from(pixels.filter((_, at) => at % 4 === 3))).toEqual(Array.from(alphas));
  });

  it('is not there for an opaque image', () => {
    expect(takeAlpha(new Uint8ClampedArray(400).fill(255), 10, 10)).toBeNull();
  });
});
