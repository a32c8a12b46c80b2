import { expect, it } from 'vitest';
import { formatDuration } from './format';

it.each([
  [0, '0 s'],
  [1, '< 0.1 s'],
  [49, '< 0.1 s'],
  [50, '0.1 s'],
  [1740, '1.7 s'],
  [61_000, '1 min 01 s'],
])('a duration of %i ms is %s', (ms, text) => {
  expect(formatDuration(ms)).toBe(text);
});
