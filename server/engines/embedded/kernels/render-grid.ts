import { newGrid, type Grid } from './gray-scott';
import { newRaster, rowsPerYield, toByte, type Raster, type Work } from './raster';
import { TONES, toneTable, type PaletteName } from './tone-palettes';

/** Highest density that the known pairs of feed and kill reach. */
const FULL = 0.38;
/** Strength of the light from the upper left on slopes. */
const RELIEF = 1.1;

/**
 * Renders the grid with `scale` pixels per cell, smoothly (Catmull-Rom cubic, which passes through the cells) and lit slightly
 * from the upper left. `width` and `height` crop the excess of a whole number of cells.
 */
export function* renderGrid(
  grid: Grid,
  scale: number,
  width: number,
  height: number,
  palette: PaletteName,
): Work<Raster> {
  const out = newRaster(width, height, 3);
  const colors = toneTable(palette);
  const breath = rowsPerYield(width * 3);
  const weights = cubicPhases(scale);
  const columns: Float32Array[] = [];
  const rows = new Map<number, Float32Array>();
  let above: Float32Array = new Float32Array(width);
  let line: Float32Array = new Float32Array(width);
  for (let y = -1; y < height; y += 1) {
    const cell = Math.floor(y / scale);
    const phase = y - cell * scale;
    for (let tap = 0; tap < 4; tap += 1) columns[tap] = stretchedRow(grid, cell + tap - 1, weights, scale, width, rows);
    rows.delete(cell - 2);
    for (let x = 0; x < width; x += 1) {
      let tone = 0;
      for (let tap = 0; tap < 4; tap += 1) {
        tone += weights[phase * 4 + tap] * columns[tap][x];
      }
      line[x] = tone;
    }
    if (y >= 0) paintRow(out.data.subarray(y * width * 3, (y + 1) * width * 3), line, above, scale, colors);
    [above, line] = [line, above];
    if (y % breath === breath - 1) yield y / height;
  }
  return out;
}

/** Renders a preview of at most `side` pixels. It samples some cells only, since it is shown for half a second. */
export function* renderPreview(grid: Grid, side: number, palette: PaletteName): Work<Raster> {
  const every = Math.ceil(Math.max(grid.width, grid.height) / side);
  const small = every === 1 ? grid : thinned(grid, every);
  return yield* renderGrid(small, 1, small.width, small.height, palette);
}

function thinned(grid: Grid, every: number): Grid {
  const small = newGrid(Math.ceil(grid.width / every), Math.ceil(grid.height / every));
  for (let y = 0; y < small.height; y += 1) {
    for (let x = 0; x < small.width; x += 1) {
      small.v[(y + 1) * small.stride + x + 1] = grid.v[(y * every + 1) * grid.stride + x * every + 1];
    }
  }
  return small;
}

/** Returns, for each position within a cell, the weights of the previous, the current and the next two cells. */
function cubicPhases(scale: number): Float32Array {
  const weights = new Float32Array(scale * 4);
  for (let phase = 0; phase < scale; phase += 1) {
    const t = phase / scale;
    weights[phase * 4] = -0.5 * t + t * t - 0.5 * t * t * t;
    weights[phase * 4 + 1] = 1 - 2.5 * t * t + 1.5 * t * t * t;
    weights[phase * 4 + 2] = 0.5 * t + 2 * t * t - 1.5 * t * t * t;
    weights[phase * 4 + 3] = -0.5 * t * t + 0.5 * t * t * t;
  }
  return weights;
}

function stretchedRow(
  grid: Grid,
  cellRow: number,
  weights: Float32Array,
  scale: number,
  width: number,
  rows: Map<number, Float32Array>,
): Float32Array {
  const known = rows.get(cellRow);
  if (known) return known;
  const row = new Float32Array(width);
  const start = (((cellRow % grid.height) + grid.height) % grid.height) * grid.stride + grid.stride + 1;
  const last = grid.width - 1;
  for (let x = 0; x < width; x += 1) {
    const cell = Math.floor(x / scale);
    const phase = (x - cell * scale) * 4;
    const before = start + (cell === 0 ? last : cell - 1);
    const after = start + (cell >= last ? 0 : cell + 1);
    const beyond = start + ((cell + 2) % grid.width);
    row[x] =
      weights[phase] * grid.v[before] +
      weights[phase + 1] * grid.v[start + cell] +
      weights[phase + 2] * grid.v[after] +
      weights[phase + 3] * grid.v[beyond];
  }
  rows.set(cellRow, row);
  return row;
}

function paintRow(into: Uint8Array, line: Float32Array, above: Float32Array, scale: number, colors: Uint8Array): void {
  for (let x = 0; x < line.length; x += 1) {
    const value = line[x];
    const tone = Math.min(1, Math.max(0, value / FULL));
    const left = x === 0 ? value : line[x - 1];
    const slope = (value - left + value - above[x]) * scale;
    const light = 1 + RELIEF * slope;
    const color = Math.round(tone * (TONES - 1)) * 3;
    into[x * 3] = toByte(colors[color] * light);
    into[x * 3 + 1] = toByte(colors[color + 1] * light);
    into[x * 3 + 2] = toByte(colors[color + 2] * light);
  }
}
