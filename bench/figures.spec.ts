import { expect, test } from 'vitest';
import { reportLine, isOver, median, quantile } from './figures.mjs';

test('a line has name, value, limit and result', () => {
  expect(reportLine({ name: 'start', value: 812.4, unit: 'ms', bar: 2000 })).toMatch(
    /^start +812 ms +<= 2000 ms {2}ok$/,
  );
  expect(reportLine({ name: 'start', value: 2001, unit: 'ms', bar: 2000 })).toMatch(/OVER$/);
  expect(reportLine({ name: 'rate', value: 1.234, unit: 'MB/s' })).toMatch(/^rate +1\.23 MB\/s$/);
});

test('a figure that was not measured is over its limit', () => {
  expect(isOver({ name: 'nothing', value: median([]), unit: 'ms', bar: 1 })).toBe(true);
});

test('quantiles are values that were measured', () => {
  expect(median([3, 1, 2])).toBe(2);
  expect(quantile([5, 1, 2, 3, 4], 0.99)).toBe(5);
});
