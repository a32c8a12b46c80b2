import { choosePalette, nearestIndex, type Palette } from './palette';
import { newRaster, rowsPerYield, type Raster, type Work } from './raster';

export type Dither = 'none' | 'floyd-steinberg' | 'bayer-2' | 'bayer-4' | 'bayer-8' | 'bayer-16';

/** Reduces an image to at most `colors` colors. See `choosePalette` for the tolerance; for a given palette, dithering is exact. */
export function* quantize(image: Raster, colors: number, dither: Dither): Work<Raster> {
  const palette = choosePalette(image, colors);
  yield 0.5;
  return yield* paint(image, palette, dither);
}

/** Maps an image to the colors of `palette`. */
export function* paint(image: Raster, palette: Palette, dither: Dither): Work<Raster> {
  if (dither === 'floyd-steinberg') return yield* diffuse(image, palette);
  return yield* threshold(image, palette, dither === 'none' ? null : Number(dither.slice('bayer-'.length)));
}

/** Caches the nearest index of all 2^24 colors; untouched memory pages of the table cost nothing. */
function nearestTable(palette: Palette): (red: number, green: number, blue: number) => number {
  const known = new Uint16Array(1 << 24);
  return (red, green, blue) => {
    const color = (red << 16) | (green << 8) | blue;
    const found = known[color];
    if (found !== 0) return found - 1;
    const index = nearestIndex(palette, red, green, blue);
    known[color] = index + 1;
    return index;
  };
}

function* threshold(image: Raster, palette: Palette, order: number | null): Work<Raster> {
  const { width, height, data } = image;
  const out = newRaster(width, height, 3);
  const nearest = nearestTable(palette);
  const offsets = order === null ? null : bayerOffsets(order, palette.length / 3);
  const side = order ?? 1;
  const breath = rowsPerYield(width * 3);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = (y * width + x) * 3;
      const offset = offsets ? offsets[(y % side) * side + (x % side)] : 0;
      const index = nearest(shifted(data[at], offset), shifted(data[at + 1], offset), shifted(data[at + 2], offset));
      out.data[at] = palette[index * 3];
      out.data[at + 1] = palette[index * 3 + 1];
      out.data[at + 2] = palette[index * 3 + 2];
    }
    if (y % breath === breath - 1) yield 0.5 + y / height / 2;
  }
  return out;
}

/** Adds an offset, which includes the 0.5 for rounding; ComfyUI truncates after the addition. */
function shifted(value: number, offset: number): number {
  return Math.trunc(Math.min(255, Math.max(0, value + offset)));
}

/** Returns ComfyUI's matrix, centered near 0, times `2 * 256 / colors`, plus 0.5. */
export function bayerOffsets(order: number, colors: number): Float64Array {
  let side = 1;
  let matrix = Float64Array.of(0);
  for (let level = 4; side < order; level *= 4) {
    const next = new Float64Array(side * side * 4);
    for (let y = 0; y < side; y += 1) {
      for (let x = 0; x < side; x += 1) {
        const value = level * matrix[y * side + x];
        next[y * side * 2 + x] = (value - 1.5) / level;
        next[y * side * 2 + x + side] = (value + 0.5) / level;
        next[(y + side) * side * 2 + x] = (value + 1.5) / level;
        next[(y + side) * side * 2 + x + side] = (value - 0.5) / level;
      }
    }
    side *= 2;
    matrix = next;
  }
  const spread = (2 * 256) / colors;
  return matrix.map((value) => spread * value + 0.5);
}

/** Floyd-Steinberg dithering: each row from the left; 7, 3, 5 and 1 sixteenths of the error are distributed. */
function* diffuse(image: Raster, palette: Palette): Work<Raster> {
  const { width, height, data } = image;
  const out = newRaster(width, height, 3);
  const nearest = nearestTable(palette);
  // One extra pixel on both sides avoids bounds checks.
  let here = new Float32Array((width + 2) * 3);
  let below = new Float32Array((width + 2) * 3);
  const breath = rowsPerYield(width * 3);
  const wanted = [0, 0, 0];
  for (let y = 0; y < height; y += 1) {
    below.fill(0);
    for (let x = 0; x < width; x += 1) {
      const at = (y * width + x) * 3;
      const error = (x + 1) * 3;
      for (let channel = 0; channel < 3; channel += 1) {
        const value = data[at + channel] + Math.round(here[error + channel]);
        wanted[channel] = Math.min(255, Math.max(0, value));
      }
      const index = nearest(wanted[0], wanted[1], wanted[2]);
      for (let channel = 0; channel < 3; channel += 1) {
        const given = palette[index * 3 + channel];
        const missing = (wanted[channel] - given) / 16;
        out.data[at + channel] = given;
        here[error + 3 + channel] = here[error + 3 + channel] + 7 * missing;
        below[error - 3 + channel] = below[error - 3 + channel] + 3 * missing;
        below[error + channel] = below[error + channel] + 5 * missing;
        below[error + 3 + channel] = below[error + 3 + channel] + missing;
      }
    }
    [here, below] = [below, here];
    if (y % breath === breath - 1) yield 0.5 + y / height / 2;
  }
  return out;
}
