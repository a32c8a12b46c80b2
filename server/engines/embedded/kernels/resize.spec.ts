import { describe, expect, it } from 'vitest';
import { largestDifference, raster, red, SAMPLE } from '../testing/rasters';
import { newRaster, finish } from './raster';
import { resize, scaledSize } from './resize';
import type { ResizeMethod } from './resize-taps';

/** References: matrices of torch's `interpolate` and Pillow's LANCZOS after their definitions, in double precision. */
const REFERENCES: Record<ResizeMethod, { up: number[]; down: number[] }> = {
  'nearest-exact': {
    up: [10, 40, 40, 255, 7, 7, 10, 40, 40, 255, 7, 7, 90, 200, 200, 33, 128, 128, 0, 255, 255, 17, 250, 250].concat([
      0, 255, 255, 17, 250, 250,
    ]),
    down: [40, 50, 250, 7, 99, 180, 255, 255, 255, 250, 5, 100],
  },
  bilinear: {
    up: [
      10, 25, 76, 219, 131, 7, 42, 73, 114, 156, 111, 55, 90, 145, 172, 61, 80, 128, 36, 134, 198, 58, 112, 201,
    ].concat([0, 128, 215, 57, 134, 250]),
    down: [55, 123, 142, 118, 61, 144, 132, 125, 133, 120, 39, 85],
  },
  area: {
    up: [
      10, 25, 40, 255, 131, 7, 50, 85, 120, 144, 106, 68, 90, 145, 200, 33, 80, 128, 45, 136, 227, 25, 107, 189,
    ].concat([0, 128, 255, 17, 134, 250]),
    down: [85, 121, 145, 106, 73, 134, 136, 122, 139, 107, 58, 94],
  },
  bicubic: {
    up: [0, 0, 68, 255, 159, 0, 43, 66, 115, 171, 114, 34, 80, 161, 184, 51, 65, 136, 23, 165, 225, 27, 87, 229].concat(
      [0, 149, 244, 34, 116, 255],
    ),
    down: [41, 130, 155, 130, 56, 135, 158, 145, 151, 98, 19, 65],
  },
  lanczos: {
    up: [4, 0, 73, 255, 149, 0, 41, 53, 110, 189, 110, 35, 75, 158, 186, 49, 66, 142, 31, 165, 234, 18, 92, 232].concat(
      [0, 137, 245, 39, 124, 255],
    ),
    down: [86, 108, 141, 112, 72, 164, 117, 119, 128, 136, 83, 113],
  },
};

describe('resize', () => {
  it.each(Object.entries(REFERENCES))('%s is within 1 of the reference, up and down', (method, { up, down }) => {
    const larger = finish(resize(SAMPLE, 6, 5, method as ResizeMethod));
    expect(largestDifference(red(larger), up)).toBeLessThanOrEqual(1);
    const smaller = finish(resize(SAMPLE, 2, 2, method as ResizeMethod));
    expect(largestDifference(smaller.data, down)).toBeLessThanOrEqual(1);
  });

  it.each(Object.keys(REFERENCES))('%s does not change the image if the size is equal', (method) => {
    expect(finish(resize(SAMPLE, 4, 3, method as ResizeMethod)).data).toEqual(SAMPLE.data);
  });

  it('crops the center before it resizes, with halves rounded to even like Python', () => {
    // 4 x 3 to a square: (4 - 3) / 2 is 0.5, which is rounded to 0: nothing is cropped, as in ComfyUI.
    const same = finish(resize(SAMPLE, 3, 3, 'nearest-exact'));
    expect(finish(resize(SAMPLE, 3, 3, 'nearest-exact', 'center')).data).toEqual(same.data);
    const wide = raster(5, 1, 1, [1, 2, 3, 4, 5]);
    expect([...finish(resize(wide, 1, 1, 'area', 'center')).data]).toEqual([3]);
    const tall = raster(1, 4, 1, [10, 20, 30, 40]);
    // (4 - 1) / 2 is 1.5, which is rounded to 2 and would leave nothing: the two middle rows stay.
    expect([...finish(resize(tall, 1, 1, 'area', 'center')).data]).toEqual([25]);
  });

  it('accepts and produces single pixels', () => {
    const pixel = raster(1, 1, 3, [9, 99, 199]);
    for (const method of Object.keys(REFERENCES) as ResizeMethod[]) {
      expect([...finish(resize(pixel, 2, 1, method)).data]).toEqual([9, 99, 199, 9, 99, 199]);
      expect(finish(resize(newRaster(50, 40, 3), 1, 1, method)).data).toHaveLength(3);
    }
  });

  it('derives a side of 0 from the other one', () => {
    expect(scaledSize(SAMPLE, 0, 0)).toBeNull();
    expect(scaledSize(SAMPLE, 0, 9)).toEqual({ width: 12, height: 9 });
    expect(scaledSize(SAMPLE, 2, 0)).toEqual({ width: 2, height: 2 });
    expect(scaledSize(newRaster(1000, 1, 1), 10, 0)).toEqual({ width: 10, height: 1 });
  });
});
