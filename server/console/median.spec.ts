import { expect, test } from 'vitest';
import { seededRandom } from '../testing/seeded-random';
import { median } from './median';

test('is the middle of what sorting gives, or between the two middles', () => {
  const random = seededRandom(3);
  for (let count = 1; count <= 200; count += 1) {
    // Few distinct values, so that many are equal.
    const values = Array.from({ length: count }, () => Math.floor(random() * (count % 7 === 0 ? 3 : 1000)));
    const sorted = values.toSorted((a, b) => a - b);
    const [lower, upper] = [sorted[(count - 1) >>> 1] ?? 0, sorted[count >>> 1] ?? 0];
    expect(median([values.slice(0, 3), values.slice(3)])).toBe((lower + upper) / 2);
  }
});

test('is null of nothing', () => {
  expect(median([[], []])).toBeNull();
});
