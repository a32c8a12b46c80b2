import { describe, expect, it } from 'vitest';
import { largestDifference, raster, SAMPLE } from '../testing/rasters';
import { blur, gaussianTaps, mirror, sharpen } from './gaussian';
import { finish } from './raster';

/** References: the two-dimensional convolution of ComfyUI's definition, in double precision, rounded. */
describe('blur and sharpen', () => {
  it('measure sigma in radii, not in pixels', () => {
    const [edge, , centre] = gaussianTaps(2, 2.4);
    expect((edge as number) / (centre as number)).toBeCloseTo(Math.exp(-1 / (2 * 2.4 ** 2)), 12);
    expect(gaussianTaps(31, 0.1).reduce((sum, tap) => sum + tap, 0)).toBeCloseTo(1, 12);
  });

  it('mirror at the borders without repeating them, even in images smaller than the radius', () => {
    expect([-3, -2, -1, 0, 1, 2, 3, 4, 5, 6].map((index) => mirror(index, 4))).toEqual([3, 2, 1, 0, 1, 2, 3, 2, 1, 0]);
    expect([-5, 0, 7].map((index) => mirror(index, 1))).toEqual([0, 0, 0]);
  });

  it.each([
    {
      radius: 1,
      sigma: 1,
      expected: [
        94, 123, 155, 109, 102, 154, 115, 87, 159, 106, 72, 130, 113, 128, 151, 114, 110, 147, 123, 92, 147, 107, 60,
        112, 146, 133, 150, 122, 123, 142, 123, 108, 134, 97, 61, 94,
      ],
    },
    {
      radius: 2,
      sigma: 0.4,
      expected: [
        85, 117, 138, 109, 105, 166, 120, 75, 150, 107, 74, 138, 109, 115, 136, 125, 123, 162, 112, 88, 137, 108, 75,
        121, 123, 115, 131, 136, 136, 156, 111, 92, 124, 117, 64, 104,
      ],
    },
  ])('blur with radius $radius and sigma $sigma is within 1 of the reference', ({ radius, sigma, expected }) => {
    expect(largestDifference(finish(blur(SAMPLE, radius, sigma)).data, expected)).toBeLessThanOrEqual(1);
  });

  it('sharpen is within 1 of the reference', () => {
    const expected = [
      0, 255, 0, 0, 0, 255, 255, 0, 104, 0, 122, 220, 74, 0, 0, 255, 255, 255, 0, 45, 64, 150, 181, 139, 0, 0, 0, 255,
      255, 255, 0, 0, 0, 255, 0, 105,
    ];
    expect(largestDifference(finish(sharpen(SAMPLE, 1, 0.7, 0.1)).data, expected)).toBeLessThanOrEqual(1);
  });

  it('do not change a uniform image at any radius, nor a single pixel', () => {
    const grey = raster(5, 3, 3, Array<number>(45).fill(77));
    expect(finish(blur(grey, 31, 10)).data).toEqual(grey.data);
    expect(finish(sharpen(grey, 31, 10, 5)).data).toEqual(grey.data);
    const pixel = raster(1, 1, 3, [1, 2, 3]);
    expect(finish(blur(pixel, 31, 0.1)).data).toEqual(pixel.data);
  });

  it('yield on large images', () => {
    const work = blur(raster(400, 300, 3, Array<number>(360_000).fill(0)), 2, 1);
    expect(work.next()).toEqual({ done: false, value: expect.closeTo(53 / 300, 5) });
  });
});
