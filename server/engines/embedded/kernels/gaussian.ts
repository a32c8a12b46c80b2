import { newRaster, rowsPerBreath, toByte, type Raster, type Work } from './raster';

/**
 * ComfyUI's Gaussian: its kernel of `2 * radius + 1` samples spans -1 to 1, so sigma counts radii, not pixels. A
 * sigma of 2.4 is nearly a box; image libraries read the same number quite differently. exp(-(x² + y²)) is
 * a product, so two passes of one dimension give the same sums.
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

/** Mirrors an index at the border pixels, which are not repeated; as often as a tiny picture needs. */
export function mirror(index: number, length: number): number {
  if (length === 1) return 0;
  const period = 2 * (length - 1);
  const folded = ((index % period) + period) % period;
  return folded < length ? folded : period - folded;
}

/** Tolerance against ComfyUI: 1 of 255. Memory: `2 * radius + 1` rows beside the result. */
export function* blur(image: Raster, radius: number, sigma: number): Work<Raster> {
  const out = newRaster(image.width, image.height, image.channels);
  const stride = image.width * image.channels;
  yield* blurredRows(image, radius, sigma, (y, row) => {
    const start = y * stride;
    for (let x = 0; x < stride; x += 1) out.data[start + x] = toByte(row[x] as number);
  });
  return out;
}

/**
 * The kernel there is `-10 * alpha` times the Gaussian, with the centre raised so that the sum is 1:
 * `(1 + 10 * alpha) * pixel - 10 * alpha * blurred`, cut to the range. Tolerance: 1 of 255, since the blurred
 * value is not rounded before it is multiplied.
 */
export function* sharpen(image: Raster, radius: number, sigma: number, alpha: number): Work<Raster> {
  const out = newRaster(image.width, image.height, image.channels);
  const stride = image.width * image.channels;
  const amount = alpha * 10;
  yield* blurredRows(image, radius, sigma, (y, row) => {
    const start = y * stride;
    for (let x = 0; x < stride; x += 1) {
      const pixel = image.data[start + x] as number;
      out.data[start + x] = toByte(pixel + amount * (pixel - (row[x] as number)));
    }
  });
  return out;
}

/** Hands over each blurred row, 0 to 255 and not rounded. The row is reused: read it at once. */
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
  const ringRow = (y: number) => ring[mirror(y, height) % ring.length] as Float32Array;
  const breath = rowsPerBreath(stride);
  let ready = 0;
  for (let y = 0; y < height; y += 1) {
    for (; ready < height && ready <= y + radius; ready += 1) {
      fillPadded(image, ready, radius, padded);
      const row = ring[ready % ring.length] as Float32Array;
      scale(row, padded, radius * channels, taps[radius] as number);
      for (let reach = 1; reach <= radius; reach += 1) {
        const left = (radius - reach) * channels;
        addPair(row, padded, left, padded, (radius + reach) * channels, taps[radius + reach] as number);
      }
    }
    scale(sum, ringRow(y), 0, taps[radius] as number);
    for (let reach = 1; reach <= radius; reach += 1) {
      addPair(sum, ringRow(y - reach), 0, ringRow(y + reach), 0, taps[radius + reach] as number);
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
      padded[(radius - x) * channels + channel] = data[left + channel] as number;
      padded[(radius + width - 1 + x) * channels + channel] = data[right + channel] as number;
    }
  }
}

function scale(into: Float32Array, from: Float32Array, offset: number, factor: number): void {
  for (let x = 0; x < into.length; x += 1) into[x] = factor * (from[offset + x] as number);
}

/** The kernel is symmetric: one multiplication serves both sides. */
function addPair(
  into: Float32Array,
  a: Float32Array,
  aOffset: number,
  b: Float32Array,
  bOffset: number,
  factor: number,
): void {
  for (let x = 0; x < into.length; x += 1) {
    into[x] = (into[x] as number) + factor * ((a[aOffset + x] as number) + (b[bOffset + x] as number));
  }
}
