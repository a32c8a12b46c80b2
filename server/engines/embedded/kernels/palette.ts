import type { Raster } from './raster';

/** Consecutive red, green and blue values of the colors. */
export type Palette = Uint8Array;

/** Number of histogram cells, with 5 bits per channel. */
const CELLS = 32_768;
const REFINEMENTS = 4;

interface Histogram {
  /** Indexes of non-empty cells, with pixel counts and channel sums. */
  cells: number[];
  count: Float64Array;
  sums: [Float64Array, Float64Array, Float64Array];
}

interface Box {
  cells: number[];
  population: number;
  /** Channel with the largest range, and that range. */
  channel: 0 | 1 | 2;
  spread: number;
}

/**
 * Chooses at most `colors` colors for the image: all of its colors if they are few, else median cut with some k-means
 * rounds. ComfyUI uses Pillow's median cut, which splits boxes differently: both respect the number of colors, but the colors
 * may differ.
 */
export function choosePalette(image: Raster, colors: number): Palette {
  const own = ownColors(image, colors);
  if (own) return own;
  const histogram = countColors(image);
  const boxes = [measure(histogram, histogram.cells)];
  while (boxes.length < colors) {
    let widest = 0;
    for (let index = 1; index < boxes.length; index += 1) {
      if (weightOf(boxes[index]) > weightOf(boxes[widest])) widest = index;
    }
    const box = boxes[widest];
    if (!box || box.spread === 0) break;
    const [low, high] = cut(histogram, box);
    boxes.splice(widest, 1, measure(histogram, low), measure(histogram, high));
  }
  return refine(histogram, boxes);
}

function weightOf(box: Box | undefined): number {
  return box ? box.spread * Math.sqrt(box.population) : 0;
}

function ownColors(image: Raster, colors: number): Palette | null {
  const seen = new Set<number>();
  const { data } = image;
  let last = -1;
  for (let index = 0; index < data.length; index += 3) {
    const color = (data[index] << 16) | (data[index + 1] << 8) | data[index + 2];
    if (color === last) continue;
    last = color;
    seen.add(color);
    if (seen.size > colors) return null;
  }
  return Uint8Array.from(
    [...seen].sort((a, b) => a - b).flatMap((color) => [color >> 16, (color >> 8) & 255, color & 255]),
  );
}

function countColors(image: Raster): Histogram {
  const count = new Float64Array(CELLS);
  const sums: Histogram['sums'] = [new Float64Array(CELLS), new Float64Array(CELLS), new Float64Array(CELLS)];
  const [reds, greens, blues] = sums;
  const { data } = image;
  for (let index = 0; index < data.length; index += 3) {
    const red = data[index];
    const green = data[index + 1];
    const blue = data[index + 2];
    const cell = ((red >> 3) << 10) | ((green >> 3) << 5) | (blue >> 3);
    count[cell] = count[cell] + 1;
    reds[cell] = reds[cell] + red;
    greens[cell] = greens[cell] + green;
    blues[cell] = blues[cell] + blue;
  }
  const cells: number[] = [];
  for (let cell = 0; cell < CELLS; cell += 1) if (count[cell] > 0) cells.push(cell);
  return { cells, count, sums };
}

function meanOf(histogram: Histogram, cell: number, channel: 0 | 1 | 2): number {
  return histogram.sums[channel][cell] / histogram.count[cell];
}

function measure(histogram: Histogram, cells: number[]): Box {
  const box: Box = { cells, population: 0, channel: 0, spread: 0 };
  for (const cell of cells) box.population += histogram.count[cell];
  for (const channel of [0, 1, 2] as const) {
    let low = 255;
    let high = 0;
    for (const cell of cells) {
      const mean = meanOf(histogram, cell, channel);
      low = Math.min(low, mean);
      high = Math.max(high, mean);
    }
    if (high - low > box.spread) {
      box.channel = channel;
      box.spread = high - low;
    }
  }
  return box;
}

/** Splits a box into two non-empty halves with about the same number of pixels. */
function cut(histogram: Histogram, box: Box): [number[], number[]] {
  const sorted = [...box.cells].sort(
    (a, b) => meanOf(histogram, a, box.channel) - meanOf(histogram, b, box.channel) || a - b,
  );
  let passed = 0;
  let at = 1;
  for (; at < sorted.length - 1; at += 1) {
    passed += histogram.count[sorted[at - 1]];
    if (passed >= box.population / 2) break;
  }
  return [sorted.slice(0, at), sorted.slice(at)];
}

/** Moves each color to the mean of its nearest pixels. */
function refine(histogram: Histogram, boxes: Box[]): Palette {
  let groups = boxes.map((box) => box.cells);
  let palette = groups.map((cells) => groupMean(histogram, cells));
  for (let round = 0; round < REFINEMENTS; round += 1) {
    groups = palette.map(() => []);
    const flat = Float64Array.from(palette.flat());
    for (const cell of histogram.cells) {
      const nearest = nearestIndex(
        flat,
        meanOf(histogram, cell, 0),
        meanOf(histogram, cell, 1),
        meanOf(histogram, cell, 2),
      );
      groups[nearest]?.push(cell);
    }
    palette = groups.map((cells, index) => (cells.length > 0 ? groupMean(histogram, cells) : (palette[index] ?? [])));
  }
  return Uint8Array.from(palette.flat().map(Math.round));
}

function groupMean(histogram: Histogram, cells: number[]): number[] {
  let population = 0;
  for (const cell of cells) population += histogram.count[cell];
  return ([0, 1, 2] as const).map((channel) => {
    let sum = 0;
    for (const cell of cells) sum += histogram.sums[channel][cell];
    return sum / population;
  });
}

/** Returns the index of the nearest color; the first one on ties. */
export function nearestIndex(palette: ArrayLike<number>, red: number, green: number, blue: number): number {
  let best = 0;
  let bestDistance = Infinity;
  for (let index = 0; index < palette.length; index += 3) {
    const r = red - palette[index];
    const g = green - palette[index + 1];
    const b = blue - palette[index + 2];
    const distance = r * r + g * g + b * b;
    if (distance < bestDistance) {
      bestDistance = distance;
      best = index / 3;
    }
  }
  return best;
}
