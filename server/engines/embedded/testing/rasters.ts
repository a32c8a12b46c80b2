import { expect } from 'vitest';
import type { Raster } from '../kernels/raster';

/** Creates an image from rows of `#rrggbb` colors. */
export function picture(rows: readonly (readonly string[])[]): Raster {
  const bytes = rows.flat().flatMap((hex) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)));
  return { width: rows[0]?.length ?? 0, height: rows.length, channels: 3, data: Uint8Array.from(bytes) };
}

export function raster(width: number, height: number, channels: number, bytes: readonly number[]): Raster {
  expect(bytes).toHaveLength(width * height * channels);
  return { width, height, channels, data: Uint8Array.from(bytes) };
}

/** Image of 4 × 3 pixels with all kinds of edges. The references in the specs were computed from it independently of this code. */
export const SAMPLE: Raster = {
  width: 4,
  height: 3,
  channels: 3,
  data: Uint8Array.from(
    [
      [10, 200, 30, 40, 50, 250, 255, 0, 128, 7, 99, 180],
      [90, 15, 60, 200, 220, 240, 33, 66, 99, 128, 128, 128],
      [0, 0, 0, 255, 255, 255, 17, 34, 51, 250, 5, 100],
    ].flat(),
  ),
};

/** Returns the largest difference between two samples. */
export function largestDifference(actual: ArrayLike<number>, expected: ArrayLike<number>): number {
  expect(actual).toHaveLength(expected.length);
  let largest = 0;
  for (let index = 0; index < expected.length; index += 1) {
    largest = Math.max(largest, Math.abs((actual[index] as number) - (expected[index] as number)));
  }
  return largest;
}

export function red(image: Raster): number[] {
  return [...image.data].filter((_, index) => index % image.channels === 0);
}
