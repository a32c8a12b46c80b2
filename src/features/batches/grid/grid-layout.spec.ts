import { describe, expect, test } from 'vitest';
import { flowLayout, tableSide } from './grid-layout';

const TABLE = { columns: 4, labelWidth: 69 };
const MANY_COLUMNS = { ...TABLE, columns: 100 };

describe('the sides of cells', () => {
  test('without a table fill the width, and are at least as wanted if more than two fit', () => {
    for (let width = 400; width < 2600; width += 7) {
      const { columns, side } = flowLayout({ width, height: 800 }, 168);
      expect(side).toBeGreaterThanOrEqual(168);
      const free = width - columns * (side + 8);
      // Paddings and the scroll bar, and less than a pixel of each cell.
      expect(free).toBeGreaterThanOrEqual(39);
      expect(free).toBeLessThan(39 + columns);
    }
  });

  test('show two cells next to each other on a phone', () => {
    const phone = { width: 390, height: 640 };
    expect(flowLayout(phone, 300)).toEqual({ columns: 2, side: 167 });
    expect(flowLayout(phone, 168, 4)).toEqual({ columns: 2, side: 167 });
    expect(tableSide(phone, 300, TABLE)).toBe(135);
  });

  test('of few cells without a table grow as long as all are visible', () => {
    const space = { width: 1232, height: 780 };
    expect(flowLayout(space, 168, 2)).toEqual({ columns: 2, side: 588 });
    expect(flowLayout(space, 168, 4)).toEqual({ columns: 4, side: 290 });
    // One line: with four in a line, the second would hold one cell.
    expect(flowLayout(space, 168, 5)).toEqual({ columns: 5, side: 230 });
    // Two lines of five; with four in a line, three lines would exceed the height.
    expect(flowLayout(space, 168, 10)).toEqual({ columns: 5, side: 230 });
    expect(flowLayout(space, 168, 10_000)).toEqual(flowLayout(space, 168));
    for (let count = 1; count < 14; count += 1) {
      const { columns, side } = flowLayout(space, 168, count);
      expect(Math.ceil(count / columns) * (side + 46)).toBeLessThanOrEqual(780);
    }
  });

  test('of a table with few columns fill the width', () => {
    for (const [width, height] of [
      [680, 660],
      [824, 660],
      [1232, 780],
      [2352, 1320],
    ] as const) {
      const free = width - TABLE.labelWidth - 4 * (tableSide({ width, height }, 168, TABLE) + 8);
      // Paddings and the scroll bar, and less than a pixel of each cell.
      expect(free).toBeGreaterThanOrEqual(47);
      expect(free).toBeLessThan(47 + 4);
    }
  });

  test('of a table with few columns let two rows be visible', () => {
    const height = 700;
    const side = tableSide({ width: 1800, height }, 168, { ...TABLE, columns: 2 });
    expect(side).toBe(322);
    expect(32 + 8 + 2 * (side + 8)).toBeLessThanOrEqual(height);
    // Not below the default, with which the first row is whole.
    expect(tableSide({ width: 1800, height: 300 }, 168, TABLE)).toBe(168);
  });

  test('of a table with many columns are as wanted', () => {
    expect(tableSide({ width: 1200, height: 800 }, 168, MANY_COLUMNS)).toBe(168);
    expect(tableSide({ width: 1200, height: 800 }, 96, MANY_COLUMNS)).toBe(96);
  });

  test('of a table that fills the width are larger and smaller in proportion to the wanted size', () => {
    const space = { width: 1232, height: 780 };
    const side = tableSide(space, 168, TABLE);
    expect(tableSide(space, 84, TABLE)).toBe(Math.round(side / 2));
    expect(tableSide(space, 252, TABLE)).toBe(Math.round(side * 1.5));
  });

  test('are never too small for their marks, also before the size is known', () => {
    const none = { width: 0, height: 0 };
    expect(flowLayout(none, 168)).toEqual({ columns: 2, side: 72 });
    expect(tableSide(none, 168, TABLE)).toBe(72);
  });
});
