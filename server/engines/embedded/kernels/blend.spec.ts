import { describe, expect, it } from 'vitest';
import { largestDifference, raster } from '../testing/rasters';
import { blend, type BlendMode } from './blend';
import { finish } from './raster';

const first = raster(3, 1, 3, [0, 20, 60, 127, 128, 200, 255, 90, 240]);
const second = raster(3, 1, 3, [255, 10, 200, 127, 128, 30, 0, 250, 240]);

/** References: ComfyUI's formulas in double precision, with a factor of 1 and of 0.3. */
const REFERENCES: [BlendMode, number[], number[]][] = [
  ['normal', [255, 10, 200, 127, 128, 30, 0, 250, 240], [76, 17, 102, 127, 128, 149, 178, 138, 240]],
  ['multiply', [0, 1, 47, 63, 64, 24, 0, 88, 226], [0, 14, 56, 108, 109, 147, 178, 89, 236]],
  ['screen', [255, 29, 213, 191, 192, 206, 255, 252, 254], [76, 23, 106, 146, 147, 202, 255, 139, 244]],
  ['overlay', [0, 2, 94, 127, 128, 158, 255, 176, 253], [0, 14, 70, 127, 128, 187, 255, 116, 244]],
  ['soft_light', [0, 3, 96, 127, 128, 167, 255, 149, 247], [0, 15, 71, 127, 128, 190, 255, 108, 242]],
  ['difference', [0, 10, 0, 0, 0, 170, 255, 0, 0], [0, 17, 0, 89, 90, 191, 255, 15, 168]],
];

describe('blend', () => {
  it.each(REFERENCES)('%s is within 1 of the reference', (mode, whole, partly) => {
    expect(largestDifference(finish(blend(first, second, 1, mode)).data, whole)).toBeLessThanOrEqual(1);
    expect(largestDifference(finish(blend(first, second, 0.3, mode)).data, partly)).toBeLessThanOrEqual(1);
    expect(finish(blend(first, second, 0, mode)).data).toEqual(first.data);
  });
});
