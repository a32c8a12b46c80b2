import { newRaster, type Raster } from './raster';

/** Exact operations, which move bytes without changing them. */

/** Crops an image. The corner is clamped to the image, and parts outside it are dropped. */
export function crop(image: Raster, width: number, height: number, x: number, y: number): Raster {
  const left = Math.min(x, image.width - 1);
  const top = Math.min(y, image.height - 1);
  const out = newRaster(Math.min(width, image.width - left), Math.min(height, image.height - top), image.channels);
  const stride = out.width * out.channels;
  for (let row = 0; row < out.height; row += 1) {
    const start = ((top + row) * image.width + left) * image.channels;
    out.data.set(image.data.subarray(start, start + stride), row * stride);
  }
  return out;
}

export function flipVertically(image: Raster): Raster {
  const out = newRaster(image.width, image.height, image.channels);
  const stride = image.width * image.channels;
  for (let y = 0; y < image.height; y += 1) {
    out.data.set(image.data.subarray(y * stride, (y + 1) * stride), (image.height - 1 - y) * stride);
  }
  return out;
}

export function flipHorizontally(image: Raster): Raster {
  return moved(image, image.width, image.height, (x, y) => [image.width - 1 - x, y]);
}

/** Rotates clockwise by 0 to 3 quarter turns. */
export function rotate(image: Raster, quarterTurns: number): Raster {
  const { width, height } = image;
  switch (quarterTurns) {
    case 1:
      return moved(image, height, width, (x, y) => [y, height - 1 - x]);
    case 2:
      return moved(image, width, height, (x, y) => [width - 1 - x, height - 1 - y]);
    case 3:
      return moved(image, height, width, (x, y) => [width - 1 - y, x]);
    default:
      return image;
  }
}

function moved(
  image: Raster,
  width: number,
  height: number,
  sourceOf: (x: number, y: number) => [number, number],
): Raster {
  const { channels } = image;
  const out = newRaster(width, height, channels);
  let to = 0;
  for (let y = 0; y < height; y += 1) {
    // The source position changes by a constant step along a row.
    const [firstX, firstY] = sourceOf(0, y);
    const [nextX, nextY] = sourceOf(1, y);
    let from = (firstY * image.width + firstX) * channels;
    const step = ((nextY - firstY) * image.width + (nextX - firstX)) * channels;
    for (let x = 0; x < width; x += 1) {
      for (let channel = 0; channel < channels; channel += 1) out.data[to + channel] = image.data[from + channel];
      to += channels;
      from += step;
    }
  }
  return out;
}

export function invert(image: Raster): Raster {
  return { ...image, data: image.data.map((value) => 255 - value) };
}
