import { newRaster, roundHalfEven, rowsPerYield, toByte, type Raster, type Work } from './raster';
import { resizeTaps, type ResizeMethod, type Taps } from './resize-taps';

export type CropMode = 'disabled' | 'center';

/**
 * Resizes in two passes, rows first. Memory: the rows that one result row reads. Tolerance against ComfyUI: 1 of 255. One
 * difference is by design: in ComfyUI, bicubic may exceed the range until the image is saved; bytes cannot.
 */
export function* resize(
  image: Raster,
  width: number,
  height: number,
  method: ResizeMethod,
  crop: CropMode = 'disabled',
): Work<Raster> {
  const source = crop === 'center' ? centreWindow(image, width, height) : wholeWindow(image);
  const { channels } = image;
  const across = resizeTaps(method, source.width, width);
  const down = resizeTaps(method, source.height, height);
  const out = newRaster(width, height, channels);
  const stride = width * channels;
  const ring = Array.from({ length: Math.min(down.count, source.height) }, () => new Float32Array(stride));
  const sum = new Float32Array(stride);
  const breath = rowsPerYield(stride);
  // Pillow works in bytes: the first pass of its lanczos is rounded and clamped.
  const isByteBetween = method === 'lanczos';
  let ready = 0;
  for (let y = 0; y < height; y += 1) {
    const start = down.first[y];
    // Rows that a shrinking resize skips are never computed.
    ready = Math.max(ready, start);
    for (; ready < start + down.count; ready += 1) {
      const row = ring[ready % ring.length];
      resizeRow(image, source, ready, across, row);
      if (isByteBetween) for (let x = 0; x < stride; x += 1) row[x] = toByte(row[x]);
    }
    sum.fill(0);
    for (let tap = 0; tap < down.count; tap += 1) {
      const weight = down.weights[y * down.count + tap];
      if (weight === 0) continue;
      const row = ring[(start + tap) % ring.length];
      for (let x = 0; x < stride; x += 1) sum[x] = sum[x] + weight * row[x];
    }
    for (let x = 0; x < stride; x += 1) out.data[y * stride + x] = toByte(sum[x]);
    if (y % breath === breath - 1) yield y / height;
  }
  return out;
}

interface Window {
  x: number;
  y: number;
  width: number;
  height: number;
}

function wholeWindow(image: Raster): Window {
  return { x: 0, y: 0, width: image.width, height: image.height };
}

/** Returns the center part of the image with the aspect ratio of the result. */
function centreWindow(image: Raster, width: number, height: number): Window {
  const oldAspect = image.width / image.height;
  const newAspect = width / height;
  let x = 0;
  let y = 0;
  if (oldAspect > newAspect) x = roundHalfEven((image.width - image.width * (newAspect / oldAspect)) / 2);
  else if (oldAspect < newAspect) y = roundHalfEven((image.height - image.height * (oldAspect / newAspect)) / 2);
  // Rounding could leave no pixels of a tiny image; ComfyUI fails in this case.
  x = Math.min(x, Math.floor((image.width - 1) / 2));
  y = Math.min(y, Math.floor((image.height - 1) / 2));
  return { x, y, width: image.width - 2 * x, height: image.height - 2 * y };
}

function resizeRow(image: Raster, source: Window, y: number, taps: Taps, into: Float32Array): void {
  const { channels, data } = image;
  const rowStart = ((source.y + y) * image.width + source.x) * channels;
  const { count, first, weights } = taps;
  const width = first.length;
  for (let x = 0; x < width; x += 1) {
    const start = rowStart + first[x] * channels;
    for (let channel = 0; channel < channels; channel += 1) {
      let value = 0;
      for (let tap = 0; tap < count; tap += 1) {
        value += weights[x * count + tap] * data[start + tap * channels + channel];
      }
      into[x * channels + channel] = value;
    }
  }
}

/** Returns the size for ImageScale. A side of 0 is derived from the other one; with both 0 the image stays unchanged. */
export function scaledSize(image: Raster, width: number, height: number): { width: number; height: number } | null {
  if (width === 0 && height === 0) return null;
  if (width === 0) return { width: Math.max(1, roundHalfEven((image.width * height) / image.height)), height };
  if (height === 0) return { width, height: Math.max(1, roundHalfEven((image.height * width) / image.width)) };
  return { width, height };
}
