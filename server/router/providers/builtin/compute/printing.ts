import { newRaster, toByte, type Raster } from '../../../../engines/embedded/kernels/raster';
import { luminanceOf, type Rgb } from './colors';

interface DotStyle {
  cell: number;
  angle: number;
  shape: 'round' | 'square' | 'line';
}

interface MosaicStyle {
  tile: number;
  grout: boolean;
}

/** Darkness threshold at each position of a cell: 0 at the center, 1 at the border. */
const SHAPES: Readonly<Record<DotStyle['shape'], (u: number, v: number) => number>> = {
  // The area of the disc equals the darkness. Once discs touch, the corners fill up.
  round: (u, v) => Math.min(1, ((u * u + v * v) * Math.PI) / 4),
  square: (u, v) => Math.max(Math.abs(u), Math.abs(v)) ** 2,
  line: (_, v) => Math.abs(v),
};

/**
 * Prints a halftone screen on a rotated grid. Darkness is sampled at the center of each cell, so that dots are not cut.
 * @param ink `null` to print each dot in the color of the area that it covers
 */
export function printDots(image: Raster, { cell, angle, shape }: DotStyle, ink: Rgb | null, paper: Rgb): Raster {
  const { width, height } = image;
  const out = newRaster(width, height, 3);
  const turn = (angle * Math.PI) / 180;
  const cos = Math.cos(turn);
  const sin = Math.sin(turn);
  const small = averaged(image, Math.max(1, Math.round(cell / 2)));
  const threshold = SHAPES[shape];
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const gridX = (x * cos + y * sin) / cell;
      const gridY = (y * cos - x * sin) / cell;
      const middleX = Math.floor(gridX) + 0.5;
      const middleY = Math.floor(gridY) + 0.5;
      const at = placeOf(image, (middleX * cos - middleY * sin) * cell, (middleX * sin + middleY * cos) * cell);
      const light = luminanceOf(small[at], small[at + 1], small[at + 2]);
      const darkness = 1 - light / 255;
      const edge = (darkness - threshold((gridX - middleX) * 2, (gridY - middleY) * 2)) * cell * 0.5;
      const cover = Math.min(1, Math.max(0, edge + 0.5));
      for (let channel = 0; channel < 3; channel += 1) {
        const under = paper[channel];
        // A dot in image colors is more saturated than its cell, to compensate for the uncovered paper.
        const over = ink ? ink[channel] : under - (under - small[at + channel]) / Math.max(0.05, darkness);
        out.data[(y * width + x) * 3 + channel] = toByte(under + (Math.max(0, over) - under) * cover);
      }
    }
  }
  return out;
}

export function printMosaic(image: Raster, { tile, grout }: MosaicStyle, paper: Rgb): Raster {
  const { width, height } = image;
  const out = newRaster(width, height, 3);
  const seam = grout ? Math.max(1, Math.round(tile / 12)) : 0;
  for (let top = 0; top < height; top += tile) {
    for (let left = 0; left < width; left += tile) {
      const right = Math.min(width, left + tile);
      const bottom = Math.min(height, top + tile);
      const color = meanOf(image, left, top, right, bottom);
      for (let y = top; y < bottom; y += 1) {
        for (let x = left; x < right; x += 1) {
          out.data.set(x - left < seam || y - top < seam ? paper : color, (y * width + x) * 3);
        }
      }
    }
  }
  return out;
}

function placeOf({ width, height }: Raster, x: number, y: number): number {
  const nearX = Math.min(width - 1, Math.max(0, Math.round(x)));
  const nearY = Math.min(height - 1, Math.max(0, Math.round(y)));
  return (nearY * width + nearX) * 3;
}

function meanOf(image: Raster, left: number, top: number, right: number, bottom: number): Rgb {
  const sums: [number, number, number] = [0, 0, 0];
  for (let y = top; y < bottom; y += 1) {
    for (let x = left; x < right; x += 1) {
      const at = (y * image.width + x) * 3;
      for (let channel = 0; channel < 3; channel += 1) {
        sums[channel] = sums[channel] + image.data[at + channel];
      }
    }
  }
  const count = (right - left) * (bottom - top);
  return [Math.round(sums[0] / count), Math.round(sums[1] / count), Math.round(sums[2] / count)];
}

/** Applies a box blur with running sums, along rows and then columns; a dot represents this average. */
function averaged({ data, width, height }: Raster, radius: number): Float32Array {
  const across = new Float32Array(data.length);
  const out = new Float32Array(data.length);
  for (let y = 0; y < height; y += 1) blurLine(data, across, y * width * 3, 3, width, radius);
  for (let x = 0; x < width; x += 1) blurLine(across, out, x * 3, width * 3, height, radius);
  return out;
}

function blurLine(
  from: ArrayLike<number>,
  into: Float32Array,
  start: number,
  stride: number,
  length: number,
  radius: number,
): void {
  for (let channel = 0; channel < 3; channel += 1) {
    const base = start + channel;
    const sample = (index: number) => from[base + Math.min(length - 1, Math.max(0, index)) * stride];
    let sum = 0;
    for (let index = -radius; index <= radius; index += 1) sum += sample(index);
    for (let index = 0; index < length; index += 1) {
      into[base + index * stride] = sum / (2 * radius + 1);
      sum += sample(index + radius + 1) - sample(index - radius);
    }
  }
}

/** Maps the luminance of each pixel to a mix of ink and paper. */
export function toned(image: Raster, ink: Rgb, paper: Rgb): Raster {
  const data = new Uint8Array(image.data.length);
  for (let at = 0; at < data.length; at += 3) {
    const light = luminanceOf(image.data[at], image.data[at + 1], image.data[at + 2]) / 255;
    for (let channel = 0; channel < 3; channel += 1) {
      data[at + channel] = Math.round(ink[channel] * (1 - light) + paper[channel] * light);
    }
  }
  return { ...image, data };
}

export function rampOf(ink: Rgb, paper: Rgb, levels: number): Uint8Array {
  return Uint8Array.from(
    Array.from({ length: levels }, (_, level) => level / (levels - 1)).flatMap((share) =>
      ink.map((value, channel) => Math.round(value + (paper[channel] - value) * share)),
    ),
  );
}

/** Returns all colors with `levels` tones per channel. */
export function cubeOf(levels: number): Uint8Array {
  const tones = Array.from({ length: levels }, (_, level) => Math.round((255 * level) / (levels - 1)));
  return Uint8Array.from(tones.flatMap((red) => tones.flatMap((green) => tones.flatMap((blue) => [red, green, blue]))));
}
