import { fc } from '@contract/testing/properties';
import { describe, expect, it } from 'vitest';
import { paintSegment, segmentBox, type Brush } from './brush';
import { newMask } from './mask';

const HARD: Brush = { radius: 4, hardness: 1, strength: 1, isEraser: false };

function rowsOf({ data, width }: { data: Uint8Array; width: number }): number[][] {
  return Array.from({ length: data.length / width }, (_, row) => [...data.subarray(row * width, (row + 1) * width)]);
}

describe('a brush', () => {
  it('paints a disk of its size with a smooth edge, in the middle of where it is', () => {
    const mask = newMask(20, 20);
    paintSegment(mask, { x: 10, y: 10 }, { x: 10, y: 10 }, HARD);
    const rows = rowsOf(mask);
    expect(rows[10]?.slice(5, 15)).toEqual([0, 246, 255, 255, 255, 255, 255, 255, 246, 0]);
    expect(rows).toEqual(rows.toReversed());
    expect(rows[0]?.every((value) => value === 0)).toBe(true);
  });

  it('paints everything between two points', () => {
    const mask = newMask(100, 20);
    paintSegment(mask, { x: 10, y: 10 }, { x: 90, y: 10 }, HARD);
    expect(mask.data.subarray(10 * 100 + 10, 10 * 100 + 90).every((value) => value === 255)).toBe(true);
  });

  it('fades out if it is soft, and reaches its strength only', () => {
    const mask = newMask(41, 41);
    paintSegment(mask, { x: 20.5, y: 20.5 }, { x: 20.5, y: 20.5 }, { ...HARD, radius: 20, hardness: 0, strength: 0.5 });
    const outward = [...mask.data.subarray(20 * 41 + 20, 20 * 41 + 41)];
    expect(outward[0]).toBe(128);
    expect(outward.at(-1)).toBeLessThan(10);
    expect(outward).toEqual(outward.toSorted((left, right) => right - left));
  });

  it('does not get darker where a stroke crosses itself, and never lightens what was painted', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.1, max: 1, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (strength, hardness) => {
          const mask = newMask(30, 30);
          const brush = { ...HARD, radius: 8, strength, hardness };
          paintSegment(mask, { x: 5, y: 15 }, { x: 25, y: 15 }, brush);
          const once = mask.data.slice();
          paintSegment(mask, { x: 25, y: 15 }, { x: 5, y: 15 }, brush);
          expect(mask.data).toEqual(once);
          paintSegment(mask, { x: 5, y: 15 }, { x: 25, y: 15 }, { ...brush, strength: strength / 2 });
          expect(mask.data).toEqual(once);
        },
      ),
    );
  });

  it('erases what it paints', () => {
    const mask = newMask(30, 30);
    const [from, to] = [
      { x: 5, y: 15 },
      { x: 25, y: 15 },
    ] as const;
    paintSegment(mask, from, to, { ...HARD, hardness: 0.3 });
    paintSegment(mask, from, to, { ...HARD, radius: 10, isEraser: true });
    expect(mask.data.every((value) => value === 0)).toBe(true);
  });

  it('changes only the pixels of the box that it reports, also beyond the image', () => {
    const points = fc.record({ x: fc.integer({ min: -40, max: 70 }), y: fc.integer({ min: -40, max: 70 }) });
    fc.assert(
      fc.property(points, points, fc.integer({ min: 1, max: 20 }), (from, to, radius) => {
        const mask = newMask(30, 30);
        paintSegment(mask, from, to, { ...HARD, radius });
        const box = segmentBox(mask, from, to, radius);
        const outside = [...mask.data.keys()].filter((at) => {
          const [x, y] = [at % 30, Math.floor(at / 30)];
          return !box || x < box.x || y < box.y || x >= box.x + box.width || y >= box.y + box.height;
        });
        expect(outside.filter((at) => mask.data[at] !== 0)).toEqual([]);
      }),
    );
  });
});
