import { describe, expect, it } from 'vitest';
import { raster } from '../testing/rasters';
import { composite } from './composite';
import { crop, flipHorizontally, flipVertically, invert, rotate } from './geometry';
import { padForOutpaint } from './pad';

/** 1 2 3 over 4 5 6, one channel. */
const small = raster(3, 2, 1, [1, 2, 3, 4, 5, 6]);

describe('moving pixels', () => {
  it('crops, clamps the corner and drops parts outside', () => {
    expect(crop(small, 2, 1, 1, 1)).toEqual(raster(2, 1, 1, [5, 6]));
    expect(crop(small, 512, 512, 1, 0)).toEqual(raster(2, 2, 1, [2, 3, 5, 6]));
    expect(crop(small, 1, 1, 99, 99)).toEqual(raster(1, 1, 1, [6]));
  });

  it('flips upside down along the x axis and left to right along the y axis', () => {
    expect([...flipVertically(small).data]).toEqual([4, 5, 6, 1, 2, 3]);
    expect([...flipHorizontally(small).data]).toEqual([3, 2, 1, 6, 5, 4]);
  });

  it('rotates clockwise', () => {
    expect(rotate(small, 0)).toBe(small);
    expect(rotate(small, 1)).toEqual(raster(2, 3, 1, [4, 1, 5, 2, 6, 3]));
    expect(rotate(small, 2)).toEqual(raster(3, 2, 1, [6, 5, 4, 3, 2, 1]));
    expect(rotate(small, 3)).toEqual(raster(2, 3, 1, [3, 6, 2, 5, 1, 4]));
    expect(rotate(raster(1, 2, 3, [1, 2, 3, 4, 5, 6]), 1)).toEqual(raster(2, 1, 3, [4, 5, 6, 1, 2, 3]));
  });

  it('inverts', () => {
    expect([...invert(raster(1, 1, 3, [0, 100, 255])).data]).toEqual([255, 155, 0]);
  });
});

describe('padForOutpaint', () => {
  it('adds gray borders and a mask that is 1 there and falls off quadratically along padded edges', () => {
    const image = raster(5, 5, 1, Array<number>(25).fill(9));
    const padded = padForOutpaint(image, { left: 1, top: 0, right: 0, bottom: 0 }, 2);
    expect(padded.image).toMatchObject({ width: 6, height: 5 });
    expect([...padded.image.data.subarray(0, 6)]).toEqual([127, 9, 9, 9, 9, 9]);
    // ((2 - 0) / 2)² = 1 and ((2 - 1) / 2)² = 0.25
    for (let row = 0; row < 5; row += 1) {
      expect([...padded.mask.data.subarray(row * 6, row * 6 + 6)]).toEqual([255, 255, 64, 0, 0, 0]);
    }
  });

  it('measures from the far edges one pixel later, like ComfyUI', () => {
    const image = raster(5, 5, 1, Array<number>(25).fill(9));
    const { mask } = padForOutpaint(image, { left: 0, top: 0, right: 1, bottom: 0 }, 2);
    expect([...mask.data.subarray(0, 6)]).toEqual([0, 0, 0, 0, 64, 255]);
  });

  it('does not feather if the feathering reaches the center', () => {
    const image = raster(4, 4, 1, Array<number>(16).fill(9));
    const { mask } = padForOutpaint(image, { left: 1, top: 0, right: 0, bottom: 0 }, 2);
    expect([...mask.data.subarray(0, 5)]).toEqual([255, 0, 0, 0, 0]);
  });
});

describe('composite', () => {
  const under = raster(3, 1, 1, [10, 20, 30]);
  it('pastes through the mask and drops parts outside', () => {
    expect([...composite(under, raster(2, 1, 1, [200, 200]), 1, 0, null).data]).toEqual([10, 200, 200]);
    const half = composite(under, raster(2, 1, 1, [220, 200]), 1, 0, raster(2, 1, 1, [128, 0]));
    expect([...half.data]).toEqual([10, 120, 30]);
    expect([...composite(under, raster(2, 2, 1, [7, 7, 7, 7]), 2, 0, null).data]).toEqual([10, 20, 7]);
    expect([...composite(under, raster(1, 1, 1, [7]), 3, 0, null).data]).toEqual([10, 20, 30]);
    expect([...under.data]).toEqual([10, 20, 30]);
  });
});
