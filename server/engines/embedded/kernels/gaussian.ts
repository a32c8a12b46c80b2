import { newRaster, rowsPerYield, toByte, type Raster, type Work } from './raster';

/**
 * Returns ComfyUI's Gaussian kernel: `2 * radius + 1` samples from -1 to 1, so sigma is in radii, not pixels. A sigma
 * of 2.4 is nearly a box; in image libraries it means something else. The kernel is separable, since
 * exp(-(x² + y²)) is a product, so two 1D passes give the same sums.
 */
export function gaussianTaps(radius: number, sigma: number): Float64Array {
  const taps = new Float64Array(2 * radius + 1);
  let sum = 0;
  for (let index = 0; index < taps.length; index += 1) {
    const x = radius === 0 ? 0 : (index - radius) / radius;
    taps[index] = Math.exp(-(x * x) / (2 * sigma * sigma));
    sum += taps[index] ?? 0;
  }
  return taps.map((tap) => tap / sum);
}

/** Mirrors an index at the border pixels, which are not repeated; several times for tiny images. */
export function mirror(index: number, length: number): number {
  if (length === 1) return 0;
  const period = 2 * (length - 1);
  const folded = ((index % period) + period) % period;
  return folded < length ? folded : period - folded;
}

/** Blurs an image. Tolerance against ComfyUI: 1 of 255. Memory: the result and `2 * radius + 1` rows. */
export function* blur(image: Raster, radius: number, sigma: number): Work<Raster> {
  const out = newRaster(image.width, image.height, image.channels);
  const stride = image.width * image.channels;
  yield* blurredRows(image, radius, sigma, (y, row) => {
    const start = y * stride;
    for (let x = 0; x < stride; x += 1) out.data[start + x] = toByte(row[x]);
  });
  return out;
}

/**
 * Sharpens an image. ComfyUI's kernel is `-10 * alpha` times the Gaussian, with the center raised so that the sum is 1:
 * `(1 + 10 * alpha) * pixel - 10 * alpha * blurred`, clamped to the range. Tolerance: 1 of 255, since the blurred
 * value is not rounded before the multiplication.
 */
export function* sharpen(image: Raster, radius: number, sigma: number, alpha: number): Work<Raster> {
  const out = newRaster(image.width, image.height, image.channels);
  const stride = image.width * image.channels;
  const amount = alpha * 10;
  yield* blurredRows(image, radius, sigma, (y, row) => {
    const start = y * stride;
    for (let x = 0; x < stride; x += 1) {
      const pixel = image.data[start + x];
      out.data[start + x] = toByte(pixel + amount * (pixel - row[x]));
    }
  });
  return out;
}

/** Yields each blurred row, 0 to 255 and not rounded. The row buffer is reused, so it must be read at once. */
function* blurredRows(
  image: Raster,
  radius: number,
  sigma: number,
  onRow: (y: number, row: Float32Array) => void,
): Work<void> {
  const { width, height, channels } = image;
  const taps = gaussianTaps(radius, sigma);
  const stride = width * channels;
  const ringSize = 2 * radius + 1;
  const ring = Array.from({ length: Math.min(ringSize, height) }, () => new Float32Array(stride));
  const padded = new Float32Array((width + 2 * radius) * channels);
  const sum = new Float32Array(stride);
  const ringRow = (y: number) => ring[mirror(y, height) % ring.length];
  const breath = rowsPerYield(stride);
  let ready = 0;
  for (let y = 0; y < height; y += 1) {
    for (; ready < height && ready <= y + radius; ready += 1) {
      fillPadded(image, ready, radius, padded);
      const row = ring[ready % ring.length];
      scale(row, padded, radius * channels, taps[radius]);
      for (let reach = 1; reach <= radius; reach += 1) {
        const left = (radius - reach) * channels;
        addPair(row, padded, left, padded, (radius + reach) * channels, taps[radius + reach]);
      }
    }
    scale(sum, ringRow(y), 0, taps[radius]);
    for (let reach = 1; reach <= radius; reach += 1) {
      addPair(sum, ringRow(y - reach), 0, ringRow(y + reach), 0, taps[radius + reach]);
    }
    onRow(y, sum);
    if (y % breath === breath - 1) yield y / height;
  }
}

function fillPadded(image: Raster, y: number, radius: number, padded: Float32Array): void {
  const { width, channels, data } = image;
  const start = y * width * channels;
  padded.set(data.subarray(start, start + width * channels), radius * channels);
  for (let x = 1; x <= radius; x += 1) {
    const left = start + mirror(-x, width) * channels;
    const right = start + mirror(width - 1 + x, width) * channels;
    for (let channel = 0; channel < channels; channel += 1) {
      padded[(radius - x) * channels + channel] = data[left + channel];
      padded[(radius + width - 1 + x) * channels + channel] = data[right + channel];
    }
  }
}

function scale(into: Float32Array, from: Float32Array, offset: number, factor: number): void {
  for (let x = 0; x < into.length; x += 1) into[x] = factor * from[offset + x];
}

/** Adds two symmetric rows, which share one multiplication. */
function addPair(
  into: Float32Array,
  a: Float32Array,
  aOffset: number,
  b: Float32Array,
  bOffset: number,
  factor: number,
): void {
  for (let x = 0; x < into.length; x += 1) {
    into[x] = into[x] + factor * (a[aOffset + x] + b[bOffset + x]);
  }
}
