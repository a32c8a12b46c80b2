import { describe, expect, it } from 'vitest';
import { formatRange } from './format-range';

const MIN = 60_000;

describe('the range format', () => {
  it.each([
    [-5000, 1999, null],
    [-5000, 8200, 'up to 9 s'],
    [500, 21_000, 'up to 25 s'],
    [8000, 8000, 'about 8 s'],
    [8300, 8300, '8 to 9 s'],
    [15_400, 24_100, '15 to 25 s'],
    [44_000, 50_500, '40 to 55 s'],
    [44_000, 57_000, '40 to 60 s'],
    [62_000, 98_000, '60 to 100 s'],
    [62_000, 101_000, '1 to 2 min'],
    [130_000, 290_000, '2 to 5 min'],
    [30_000, 60_000, '30 to 60 s'],
    [60_000, 120_000, '1 to 2 min'],
    [59 * MIN, 61 * MIN, '59 min to 1 h 10 min'],
    [75 * MIN, 3 * 60 * MIN, '1 h 10 min to 3 h'],
    [11.5 * 60 * MIN, 40 * 60 * MIN, '11 to 40 h'],
  ])('%d to %d ms', (lowMs, highMs, text) => {
    expect(formatRange({ lowMs, highMs })).toBe(text);
  });
});
