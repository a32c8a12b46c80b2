import { choosePalette, nearestIndex, type Palette } from './palette';
import { newRaster, rowsPerBreath, type Raster, type Work } from './raster';

export type Dither = 'none' | 'floyd-steinberg' | 'bayer-2' | 'bayer-4' | 'bayer-8' | 'bayer-16';

/** Repaints with at most `colors` colours. See `choosePalette` for the tolerance; given the palette, dithering is exact. */
export function* quantize(image: Raster, colors: number, dither: Dither): Work<Raster> {
  const palette = choosePalette(image, colors);
  yield 0.5;
  return yield* paint(image, palette, dither);
}

/** Repaints with the colours of `palette`. */
export function* paint(image: Raster, palette: Palette, dither: Dither): Work<Raster> {
  if (dither === 'floyd-steinberg') return yield* diffuse(image, palette);
  return yield* threshold(image, palette, dither === 'none' ? null : Number(dither.slice('bayer-'.length)));
}

/** Remembers the answer for each of the 2^24 colours; pages of the table that no picture touches cost nothing. */
function nearestTable(palette: Palette): (red: number, green: number, blue: number) => number {
  const known = new Uint16Array(1 << 24);
  return (red, green, blue) => {
    const color = (red << 16) | (green << 8) | blue;
    const found = known[color] as number;
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
  const breath = rowsPerBreath(width * 3);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = (y * width + x) * 3;
      const offset = offsets ? (offsets[(y % side) * side + (x % side)] as number) : 0;
      const index = nearest(
        shifted(data[at] as number, offset),
        shifted(data[at + 1] as number, offset),
        shifted(data[at + 2] as number, offset),
      );
      out.data[at] = palette[index * 3] as number;
      out.data[at + 1] = palette[index * 3 + 1] as number;
      out.data[at + 2] = palette[index * 3 + 2] as number;
    }
    if (y % breath === breath - 1) yield 0.5 + y / height / 2;
  }
  return out;
}

/** The offsets hold the half that rounds; ComfyUI cuts off after adding them. */
function shifted(value: number, offset: number): number {
  return Math.trunc(Math.min(255, Math.max(0, value + offset)));
}

/** ComfyUI's matrix, centred near zero, times `2 * 256 / colors`, plus a half. */
export function bayerOffsets(order: number, colors: number): Float64Array {
  let side = 1;
  let matrix = Float64Array.of(0);
  for (let level = 4; side < order; level *= 4) {
    const next = new Float64Array(side * side * 4);
    for (let y = 0; y < side; y += 1) {
      for (let x = 0; x < side; x += 1) {
        const value = level * (matrix[y * side + x] as number);
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

/** Floyd and Steinberg: every row from the left; 7, 3, 5 and 1 sixteenths of what is missing go on. */
function* diffuse(image: Raster, palette: Palette): Work<Raster> {
  const { width, height, data } = image;
  const out = newRaster(width, height, 3);
  const nearest = nearestTable(palette);
  // One pixel of room on both sides saves the tests at the borders.
  let here = new Float32Array((width + 2) * 3);
  let below = new Float32Array((width + 2) * 3);
  const breath = rowsPerBreath(width * 3);
  const wanted = [0, 0, 0];
  for (let y = 0; y < height; y += 1) {
    below.fill(0);
    for (let x = 0; x < width; x += 1) {
      const at = (y * width + x) * 3;
      const error = (x + 1) * 3;
      for (let channel = 0; channel < 3; channel += 1) {
        const value = (data[at + channel] as number) + Math.round(here[error + channel] as number);
        wanted[channel] = Math.min(255, Math.max(0, value));
      }
      const index = nearest(wanted[0] as number, wanted[1] as number, wanted[2] as number);
      for (let channel = 0; channel < 3; channel += 1) {
        const given = palette[index * 3 + channel] as number;
        const missing = ((wanted[channel] as number) - given) / 16;
        out.data[at + channel] = given;
        here[error + 3 + channel] = (here[error + 3 + channel] as number) + 7 * missing;
        below[error - 3 + channel] = (below[error - 3 + channel] as number) + 3 * missing;
        below[error + channel] = (below[error + channel] as number) + 5 * missing;
        below[error + 3 + channel] = (below[error + 3 + channel] as number) + missing;
      }
    }
    [here, below] = [below, here];
    if (y % breath === breath - 1) yield 0.5 + y / height / 2;
  }
  return out;
}
