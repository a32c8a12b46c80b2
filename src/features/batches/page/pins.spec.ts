import { expect, test } from 'vitest';
import { formatPins, parsePins } from '../grid/grid-model';

test('shown values of axes survive the URL', () => {
  const pins = new Map([
    [0, 2],
    [3, 11],
  ]);
  expect(formatPins(pins)).toBe('0:2,3:11');
  expect(parsePins('0:2,3:11')).toEqual(pins);
  expect(formatPins(new Map())).toBeUndefined();
});

test('invalid values in the URL are ignored', () => {
  expect(parsePins(undefined)).toEqual(new Map());
  expect(parsePins('x:1,2,1:,-1:4,5:6')).toEqual(new Map([[5, 6]]));
});
