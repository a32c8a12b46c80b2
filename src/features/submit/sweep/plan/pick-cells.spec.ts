import { describe, expect, it } from 'vitest';
import { fc } from '@contract/testing/properties';
import { cellCount, cellLabels, type BatchAxis } from '@/domains/batches/batch-plan';
import { combinationsOf, pickCells, pickedAxis } from './build-sweep';

const axis = (label: string, size: number): BatchAxis => ({
  label,
  inputs: [{ nodeId: '1', input: label, label }],
  rows: Array.from({ length: size }, (_, row) => ({ label: `${label}${row}`, values: [row] })),
});

describe('a random choice of combinations', () => {
  it('has as many different ones as asked for, and the same for the same seed', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 10n ** 16n }), fc.nat(200), fc.bigInt(), (total, wanted, seed) => {
        const count = Number(total < BigInt(wanted) ? total : BigInt(wanted));
        const picked = pickCells(total, count, seed);
        expect(new Set(picked).size).toBe(count);
        expect(picked.every((cell) => cell >= 0n && cell < total)).toBe(true);
        expect(pickCells(total, count, seed)).toEqual(picked);
      }),
    );
  });

  it('is all of them if all are asked for, and differs by seed', () => {
    expect(pickCells(5n, 5, 9n)).toEqual([0n, 1n, 2n, 3n, 4n]);
    expect(pickCells(1000n, 5, 1n)).not.toEqual(pickCells(1000n, 5, 2n));
  });

  it('has the values of the cells of the whole plan', () => {
    const axes = [axis('a', 3), axis('b', 2), axis('c', 4)];
    const all = pickedAxis(axes, pickCells(combinationsOf(axes), 24, 0n));
    const cells = Array.from({ length: cellCount({ axes }) }, (_, cell) => cellLabels({ axes }, cell));
    expect(all.rows.map(({ label }) => label)).toEqual(
      cells.map((labels) => labels.map((label) => label.split(' ')[1]).join(', ')),
    );
    expect(all.inputs.map(({ input }) => input)).toEqual(['a', 'b', 'c']);
  });
});
