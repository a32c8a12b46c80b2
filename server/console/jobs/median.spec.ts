import { finish } from '@contract/slices';
import { expect, test } from 'vitest';
import { seededRandom } from '../../testing/seeded-random';
import { medians } from './median';

const looseOf = (values: readonly number[]) => ({ ascending: [], loose: Float64Array.from(values) });

/** Splits the values like blocks do: some ascending lists, and some loose values. */
function mixedOf(values: readonly number[]) {
  const lists = [values.slice(0, 11), values.slice(11, 20), values.slice(20, 60)];
  return { ascending: lists.map((list) => Float64Array.from(list).sort()), loose: Float64Array.from(values.slice(60)) };
}

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

test.each(KINDS)(
  'are the middle of the sorted numbers, or the mean of the two in the middle, of numbers %s',
  (_, draw) => {
    for (let count = 0; count <= 400; count += count < 140 ? 1 : 37) {
      const values = Array.from({ length: count }, (_each, index) => draw(index));
      const parts = [values.slice(0, 3), values.slice(3, 90), values.slice(90)];
      for (const partOf of [looseOf, mixedOf]) {
        const { ofAll, ofEach } = finish(medians(parts.map(partOf)));
        expect(ofAll).toBe(bySorting(values));
        expect(ofEach).toEqual(parts.map((part) => bySorting(part)));
      }
    }
  },
);

test.each(KINDS)('are the same for long ascending lists, of numbers %s', (_, draw) => {
  for (const count of [1999, 2000, 5001]) {
    const parts = [0, 1, 2].map((part) =>
      Array.from({ length: count + part }, (_each, index) => draw(index * 3 + part)),
    );
    const mixed = parts.map((values) => ({
      ascending: [values.slice(0, 900), values.slice(900, -70)].map((list) => Float64Array.from(list).sort()),
      loose: Float64Array.from(values.slice(-70)),
    }));
    const { ofAll, ofEach } = finish(medians(mixed));
    expect(ofAll).toBe(bySorting(parts.flat()));
    expect(ofEach).toEqual(parts.map((part) => bySorting(part)));
  }
});

test('are null for no numbers', () => {
  expect(finish(medians([looseOf([]), mixedOf([])]))).toEqual({ ofAll: null, ofEach: [null, null] });
});

test('yield after each part, so that other requests can run', () => {
  const parts = [1, 2, 3, 4].map((value) => looseOf([value]));
  expect([...medians(parts)]).toHaveLength(parts.length);
});
