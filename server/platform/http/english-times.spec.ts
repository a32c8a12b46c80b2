import { expect, test } from 'vitest';
import { ageText, durationText } from './english-times';

test.each([
  [0, '0 s'],
  [20, '< 0.1 s'],
  [449, '0.4 s'],
  [9_960, '10 s'],
  [59_900, '59 s'],
  [185_000, '3 min 05 s'],
  [7_800_000, '2 h 10 min'],
  [180_000_000, '2 days'],
])('%d ms took %s', (ms, text) => {
  expect(durationText(ms)).toBe(text);
});

test.each([
  [4_999, 'now'],
  [34_000, '34 s ago'],
  [300_000, '5 min ago'],
  [3 * 3_600_000, '3 h ago'],
  [6.5 * 86_400_000, '6 d ago'],
  [7 * 86_400_000, ''],
])('%d ms ago reads "%s"', (ms, text) => {
  expect(ageText(ms)).toBe(text);
});
