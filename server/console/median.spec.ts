import { expect, test } from 'vitest';
import { seededRandom } from '../testing/seeded-random';
import { medians } from './median';

const listsOf = (...lists: number[][]) => lists.map((list) => Float64Array.from(list));

function bySorting(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  const [lower, upper] = [sorted[(values.length - 1) >>> 1], sorted[values.length >>> 1]];
  return lower === undefined || upper === undefined ? null : (lower + upper) / 2;
}

const random = seededRandom(3);
const KINDS: [string, (index: number) => number][] = [
  ['of a wide range', () => Math.floor(random() * 1000)],
  ['with many equal ones', () => Math.floor(random() * 3)],
  ['that are all equal', () => 7],
  ['with fractions and negative ones', () => random() - 0.5],
  ['of very different sizes', () => 2 ** Math.floor(random() * 50)],
  ['with one far away', (index) => (index === 5 ? 1e12 : Math.floor(random() * 50))],
  ['that grow', (index) => index],
];

test.each(KINDS)('are the middle of what sorting gives, or between the two middles, of numbers %s', (_, draw) => {
  for (let count = 0; count <= 400; count += count < 140 ? 1 : 37) {
    const values = Array.from({ length: count }, (_each, index) => draw(index));
    const parts = [values.slice(0, 3), values.slice(3, 90), values.slice(90)];
    const { ofAll, ofEach } = medians(listsOf(...parts));
    expect(ofAll).toBe(bySorting(values));
    expect(ofEach).toEqual(parts.map((part) => bySorting(part)));
  }
});

test('are null of nothing', () => {
  expect(medians(listsOf([], []))).toEqual({ ofAll: null, ofEach: [null, null] });
});
