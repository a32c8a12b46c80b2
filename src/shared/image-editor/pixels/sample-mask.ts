import type { Mask } from './mask';

/** Position in the mask of each pixel of another raster: `start` for the first one, then one `column` and `row` further. */
export interface Sampling {
  start: { x: number; y: number };
  column: { x: number; y: number };
  row: { x: number; y: number };
}

/** Color of masked pixels on screen, as red, green and blue. */
const MASK_COLOR = [239, 68, 68] as const;
const MASK_OPACITY = 0.6;

/** Renders a part of the mask as a translucent color. */
export function shadeMask(mask: Mask, sampling: Sampling, rgba: Uint8ClampedArray, width: number): void {
  const [red, green, blue] = MASK_COLOR;
  eachSample(mask, sampling, width, rgba.length / 4 / width, (pixel, value) => {
    rgba[pixel * 4] = red;
    rgba[pixel * 4 + 1] = green;
    rgba[pixel * 4 + 2] = blue;
    rgba[pixel * 4 + 3] = value * MASK_OPACITY;
  });
}

/** Copies opaque pixels to rows of PNG; with a mask, its inverse becomes the alpha channel, and the colors under it stay. */
export function packRows(rgba: Uint8ClampedArray, mask: Mask | null, sampling: Sampling, width: number): Uint8Array {
  const pixels = rgba.length / 4;
  const channels = mask ? 4 : 3;
  const packed = new Uint8Array(pixels * channels).fill(255);
  for (let pixel = 0; pixel < pixels; pixel += 1) {
    packed[pixel * channels] = rgba[pixel * 4];
    packed[pixel * channels + 1] = rgba[pixel * 4 + 1];
    packed[pixel * channels + 2] = rgba[pixel * 4 + 2];
  }
  if (mask) {
    eachSample(mask, sampling, width, pixels / width, (pixel, value) => {
      packed[pixel * 4 + 3] = 255 - value;
    });
  }
  return packed;
}

/** Visits every pixel of the raster that is masked. */
export function eachSample(
  mask: Mask,
  { start, column, row }: Sampling,
  width: number,
  height: number,
  take: (pixel: number, value: number) => void,
): void {
  for (let y = 0; y < height; y += 1) {
    let atX = start.x + y * row.x;
    let atY = start.y + y * row.y;
    for (let x = 0; x < width; x += 1) {
      const [maskX, maskY] = [Math.floor(atX), Math.floor(atY)];
      if (maskX >= 0 && maskY >= 0 && maskX < mask.width && maskY < mask.height) {
        const value = mask.data[maskY * mask.width + maskX];
        if (value !== 0) take(y * width + x, value);
      }
      atX += column.x;
      atY += column.y;
    }
  }
}
