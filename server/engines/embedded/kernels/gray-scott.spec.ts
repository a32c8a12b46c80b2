import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { seededRandom } from './random';
import { newGrid, plant, react, type Grid } from './gray-scott';
import { finish } from './raster';
import { renderGrid, renderPreview } from './render-grid';
import { PALETTES, TONES, toneTable } from './tone-palettes';

function grown(seed: string, width: number, height: number, turns: number): Grid {
  const grid = newGrid(width, height);
  plant(grid, seededRandom(seed));
  for (let turn = 0; turn < turns; turn += 1) react(grid, 0.0545, 0.062);
  return grid;
}

function digest(grid: Grid): string {
  const { data } = finish(renderGrid(grid, 2, grid.width * 2 - 1, grid.height * 2, 'coral'));
  return createHash('sha256').update(data).digest('hex');
}

/** Reference implementation of one iteration, without sliding sums. */
function plainTurn(grid: Grid, feed: number, kill: number): { u: number; v: number }[] {
  const at = (field: Float32Array, x: number, y: number) => {
    const column = (x + grid.width) % grid.width;
    const row = (y + grid.height) % grid.height;
    return field[(row + 1) * grid.stride + column + 1] as number;
  };
  const spread = (field: Float32Array, x: number, y: number) => {
    const sides = at(field, x - 1, y) + at(field, x + 1, y) + at(field, x, y - 1) + at(field, x, y + 1);
    const corners =
      at(field, x - 1, y - 1) + at(field, x + 1, y - 1) + at(field, x - 1, y + 1) + at(field, x + 1, y + 1);
    return 0.2 * sides + 0.05 * corners - at(field, x, y);
  };
  return Array.from({ length: grid.width * grid.height }, (_, cell) => {
    const [x, y] = [cell % grid.width, Math.floor(cell / grid.width)];
    const [u, v] = [at(grid.u, x, y), at(grid.v, x, y)];
    return {
      u: u + spread(grid.u, x, y) - u * v * v + feed * (1 - u),
      v: v + 0.5 * spread(grid.v, x, y) + u * v * v - (feed + kill) * v,
    };
  });
}

function draws(seed: string): number[] {
  const random = seededRandom(seed);
  return [random.next(), random.next(), random.integer(1000)];
}

describe('the reaction', () => {
  it('is the Gray-Scott model on a grid that wraps around', () => {
    const grid = grown('3', 37, 21, 25);
    const expected = plainTurn(grid, 0.0545, 0.062);
    react(grid, 0.0545, 0.062);
    for (const [cell, { u, v }] of expected.entries()) {
      const at = (Math.floor(cell / grid.width) + 1) * grid.stride + (cell % grid.width) + 1;
      expect(grid.u[at]).toBeCloseTo(u, 6);
      expect(grid.v[at]).toBeCloseTo(v, 6);
    }
  });

  it('produces the same bytes from the same seed, and others from another seed', () => {
    expect(digest(grown('7', 64, 48, 200))).toBe(digest(grown('7', 64, 48, 200)));
    expect(digest(grown('7', 64, 48, 200))).not.toBe(digest(grown('8', 64, 48, 200)));
  });

  it('distinguishes 64-bit seeds that are equal as doubles', () => {
    expect(draws('18446744073709551615')).not.toEqual(draws('18446744073709551614'));
    expect(draws('5')).toEqual(draws('5'));
  });

  it('stays within its range, so that no image becomes noise', () => {
    const { v, u } = grown('1', 64, 64, 600);
    expect(Math.max(...v)).toBeLessThan(0.6);
    expect(Math.min(...v)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...u)).toBeLessThanOrEqual(1.0001);
  });
});

describe('rendered images', () => {
  it('match the cells at any scale under flat light', () => {
    const grid = newGrid(8, 8);
    grid.v.fill(0.2);
    const even = finish(renderGrid(grid, 3, 24, 24, 'mono'));
    expect(new Set(even.data).size).toBeLessThanOrEqual(3);
    expect(even.data[0]).toBe(finish(renderGrid(grid, 1, 8, 8, 'mono')).data[0]);
  });

  it('are small as previews', () => {
    expect(finish(renderPreview(newGrid(1000, 300), 512, 'moss'))).toMatchObject({ width: 500, height: 150 });
    expect(finish(renderPreview(newGrid(512, 300), 512, 'moss'))).toMatchObject({ width: 512, height: 300 });
  });
});

describe('color palettes', () => {
  it.each(PALETTES)('%s distinguishes ground and growth clearly', (name) => {
    const table = toneTable(name);
    expect(table).toHaveLength(TONES * 3);
    const luma = (tone: number) =>
      0.3 * (table[tone * 3] as number) + 0.6 * (table[tone * 3 + 1] as number) + 0.1 * (table[tone * 3 + 2] as number);
    expect(Math.abs(luma(TONES - 1) - luma(0))).toBeGreaterThan(120);
  });
});
