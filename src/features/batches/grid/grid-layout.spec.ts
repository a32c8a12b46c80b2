import { describe, expect, test } from 'vitest';
import { flowLayout, tableSide } from './grid-layout';

describe('the sides of cells', () => {
  test('without a table fill the width, and are at least as wanted if more than two fit', () => {
    for (let width = 400; width < 2600; width += 7) {
      const { columns, side } = flowLayout(width, 168);
      expect(side).toBeGreaterThanOrEqual(168);
      const free = width - columns * (side + 8);
      // Paddings and the scroll bar, and less than a pixel of each cell.
      expect(free).toBeGreaterThanOrEqual(39);
      expect(free).toBeLessThan(39 + columns);
    }
  });

  test('show two cells next to each other on a phone', () => {
    expect(flowLayout(390, 300)).toEqual({ columns: 2, side: 167 });
    expect(tableSide(390, 300)).toBe(135);
  });

  test('of a table are as wanted', () => {
    expect(tableSide(1200, 168)).toBe(168);
  });

  test('are never too small for their marks, also before the width is known', () => {
    expect(flowLayout(0, 168)).toEqual({ columns: 2, side: 72 });
    expect(tableSide(0, 168)).toBe(72);
  });
});
