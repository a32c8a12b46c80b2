import type { Raster } from '../../../../engines/embedded/kernels/raster';
import { hexOf, luminanceOf } from './colors';

const DARK = 64;
const BRIGHT = 192;

interface Tone {
  mean: string;
  luminance: { mean: number; median: number; contrast: number; dark: number; bright: number };
  saturation: number;
  sharpness: number;
  entropy: number;
}

/** Measures brightness, contrast, saturation, sharpness and entropy in one pass over the pixels and one over the edges. */
export function measureTone(image: Raster): Tone {
  const { data, width, height } = image;
  const pixels = width * height;
  const light = new Float32Array(pixels);
  const counts = new Float64Array(256);
  const sums: [number, number, number] = [0, 0, 0];
  let lightSum = 0;
  let squares = 0;
  let saturation = 0;
  for (let pixel = 0; pixel < pixels; pixel += 1) {
    const red = data[pixel * 3];
    const green = data[pixel * 3 + 1];
    const blue = data[pixel * 3 + 2];
    const value = luminanceOf(red, green, blue);
    const most = Math.max(red, green, blue);
    sums[0] += red;
    sums[1] += green;
    sums[2] += blue;
    light[pixel] = value;
    lightSum += value;
    squares += value * value;
    saturation += most === 0 ? 0 : (most - Math.min(red, green, blue)) / most;
    const bin = Math.min(255, Math.round(value));
    counts[bin] = counts[bin] + 1;
  }
  const mean = lightSum / pixels;
  return {
    mean: hexOf([Math.round(sums[0] / pixels), Math.round(sums[1] / pixels), Math.round(sums[2] / pixels)]),
    luminance: {
      mean: rounded(mean / 255),
      median: rounded(medianOf(counts, pixels) / 255),
      contrast: rounded(Math.sqrt(Math.max(0, squares / pixels - mean * mean)) / 255),
      dark: rounded(shareOf(counts, 0, DARK, pixels)),
      bright: rounded(shareOf(counts, BRIGHT, 256, pixels)),
    },
    saturation: rounded(saturation / pixels),
    sharpness: Math.round(laplacianVariance(light, width, height) * 10) / 10,
    entropy: rounded(entropyOf(counts, pixels)),
  };
}

function medianOf(counts: Float64Array, pixels: number): number {
  let passed = 0;
  return counts.findIndex((count) => (passed += count) >= pixels / 2);
}

function shareOf(counts: Float64Array, from: number, to: number, pixels: number): number {
  return counts.subarray(from, to).reduce((sum, count) => sum + count, 0) / pixels;
}

function entropyOf(counts: Float64Array, pixels: number): number {
  let bits = 0;
  for (const count of counts) if (count > 0) bits -= (count / pixels) * Math.log2(count / pixels);
  return bits;
}

function laplacianVariance(light: Float32Array, width: number, height: number): number {
  let sum = 0;
  let squares = 0;
  let count = 0;
  for (let y = 1; y < height - 1; y += 1) {
    for (let x = 1; x < width - 1; x += 1) {
      const at = y * width + x;
      const value = light[at - 1] + light[at + 1] + light[at - width] + light[at + width] - 4 * light[at];
      sum += value;
      squares += value * value;
      count += 1;
    }
  }
  return count === 0 ? 0 : squares / count - (sum / count) ** 2;
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}
