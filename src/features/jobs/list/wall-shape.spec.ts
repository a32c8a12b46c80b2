import { expect, it } from 'vitest';
import { rowBeside } from '@/lib/keyboard/row-beside';
import { wallShape } from './wall-shape';

it.each([
  [350, 2],
  [200, 2],
  [900, 3],
  [1200, 4],
  [2300, 9],
])('a wall of %i pixels has %i tiles beside each other, which fill it', (width, columns) => {
  const { columns: shown, side, step } = wallShape(width);
  expect(shown).toBe(columns);
  expect((columns - 1) * step + side).toBeCloseTo(width);
});

it('arrow keys move to the tile above or below, and stay in the list', () => {
  const go = (at: number, step: 1 | -1) => rowBeside(at, step, 'ArrowDown', 10, 4);
  expect([go(0, 1), go(1, -1), go(5, -1)]).toEqual([4, 1, 1]);
  // The last line has two tiles.
  expect([go(7, 1), go(8, 1), go(9, -1)]).toEqual([9, 8, 5]);
  // Letters move by one.
  expect([rowBeside(3, 1, 'j', 10, 4), rowBeside(3, -1, 'k', 10, 4)]).toEqual([4, 2]);
});
