import { describe, expect, it } from 'vitest';
import { picture, raster, SAMPLE } from '../testing/rasters';
import { choosePalette } from './palette';
import { bayerOffsets, paint, quantize, type Dither } from './quantize';
import { finish, type Raster } from './raster';

function ramp(width: number, height: number): Raster {
  const bytes = Array.from({ length: width * height }, (_, pixel) => Math.round(((pixel % width) / (width - 1)) * 255));
  return raster(
    width,
    height,
    3,
    bytes.flatMap((grey) => [grey, grey, grey]),
  );
}

function colorsOf(image: Raster): Set<string> {
  const found = new Set<string>();
  for (let at = 0; at < image.data.length; at += 3) found.add(image.data.subarray(at, at + 3).join());
  return found;
}

function meanError(a: Raster, b: Raster): number {
  return a.data.reduce((sum, value, index) => sum + Math.abs(value - (b.data[index] as number)), 0) / a.data.length;
}

const DITHERS: Dither[] = ['none', 'floyd-steinberg', 'bayer-2', 'bayer-4', 'bayer-8', 'bayer-16'];

describe('quantize', () => {
  it('does not change an image with few colors', () => {
    expect(finish(quantize(SAMPLE, 256, 'none')).data).toEqual(SAMPLE.data);
    const flag = picture([['#ff0000', '#ff0000', '#00ff00']]);
    expect(finish(quantize(flag, 2, 'floyd-steinberg')).data).toEqual(flag.data);
  });

  it.each(DITHERS)('never uses more colors than requested (%s)', (dither) => {
    for (const colors of [1, 2, 4, 7, 16]) {
      expect(colorsOf(finish(quantize(ramp(200, 20), colors, dither))).size).toBeLessThanOrEqual(colors);
    }
  });

  it('chooses optimal colors: the mean error of a ramp in n colors is 255 / 4n', () => {
    const image = ramp(256, 4);
    for (const colors of [2, 4, 8, 16]) {
      const error = meanError(image, finish(quantize(image, colors, 'none')));
      expect(error).toBeLessThan((255 / (4 * colors)) * 1.1 + 0.5);
    }
    expect([...choosePalette(image, 1)]).toEqual([128, 128, 128]);
  });

  it('diffuses the error, so that the brightness of areas is unchanged', () => {
    const grey = raster(40, 40, 3, Array<number>(4800).fill(100));
    const palette = Uint8Array.from([0, 0, 0, 255, 255, 255]);
    const dithered = finish(paint(grey, palette, 'floyd-steinberg'));
    const mean = dithered.data.reduce((sum, value) => sum + value, 0) / dithered.data.length;
    expect(Math.abs(mean - 100)).toBeLessThan(3);
    expect(colorsOf(dithered)).toEqual(new Set(['0,0,0', '255,255,255']));
  });

  it('uses the defined matrix for ordered dithering', () => {
    expect([...bayerOffsets(2, 4)]).toEqual([-47.5, 16.5, 48.5, -15.5]);
    expect([...bayerOffsets(4, 16)]).toEqual([
      -14.5, 1.5, -10.5, 5.5, 9.5, -6.5, 13.5, -2.5, -8.5, 7.5, -12.5, 3.5, 15.5, -0.5, 11.5, -4.5,
    ]);
    const grey = raster(2, 2, 3, Array<number>(12).fill(110));
    // Black and white: offsets of -95.5, 32.5, 96.5 and -31.5 on 110; white is nearer from 128.
    const dithered = finish(paint(grey, Uint8Array.from([0, 0, 0, 255, 255, 255]), 'bayer-2'));
    expect([...dithered.data]).toEqual([0, 0, 0, 255, 255, 255, 255, 255, 255, 0, 0, 0]);
  });
});
