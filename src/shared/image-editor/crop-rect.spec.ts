import { fc } from '@contract/testing/properties';
import { describe, expect, it } from 'vitest';
import { t } from '@/lib/i18n/messages';
import { HANDLES, moveRect, ratioRect, resizeRect, sizeRect } from './crop-rect';
import type { Box } from './pixels/brush';

const BOUNDS = { width: 400, height: 300 };
const handleOf = (label: string) => {
  const handle = HANDLES.find((one) => t(one.label) === label);
  if (!handle) throw new Error(label);
  return handle;
};
const rects = fc
  .tuple(fc.nat(399), fc.nat(299), fc.nat(), fc.nat())
  .map(([x, y, width, height]): Box => ({ x, y, width: 1 + (width % (400 - x)), height: 1 + (height % (300 - y)) }));
const distances = fc.record({ x: fc.integer({ min: -900, max: 900 }), y: fc.integer({ min: -900, max: 900 }) });
const ratios = fc.constantFrom(null, 1, 4 / 3, 9 / 16);

function expectWithin({ x, y, width, height }: Box): void {
  expect([x, y, width, height].every(Number.isInteger)).toBe(true);
  expect(x >= 0 && y >= 0 && width >= 1 && height >= 1).toBe(true);
  expect(x + width <= BOUNDS.width && y + height <= BOUNDS.height).toBe(true);
}

describe('a crop', () => {
  it('stays whole pixels within the image, whatever is dragged or typed', () => {
    fc.assert(
      fc.property(rects, distances, ratios, fc.constantFrom(...HANDLES), (rect, by, ratio, handle) => {
        expectWithin(moveRect(rect, by, BOUNDS));
        expectWithin(resizeRect(rect, handle, by, ratio, BOUNDS));
        expectWithin(sizeRect(rect, { width: by.x }, ratio, BOUNDS));
        expectWithin(sizeRect(rect, { height: by.y }, ratio, BOUNDS));
        if (ratio !== null) expectWithin(ratioRect(rect, ratio, BOUNDS));
      }),
    );
  });

  it('keeps the opposite edges where they are if a handle is dragged freely', () => {
    fc.assert(
      fc.property(rects, distances, fc.constantFrom(...HANDLES), (rect, by, handle) => {
        const next = resizeRect(rect, handle, by, null, BOUNDS);
        const moved = [
          next.x !== rect.x && handle.horizontal !== 'left',
          next.x + next.width !== rect.x + rect.width && handle.horizontal !== 'right',
          next.y !== rect.y && handle.vertical !== 'top',
          next.y + next.height !== rect.y + rect.height && handle.vertical !== 'bottom',
        ];
        expect(moved).toEqual([false, false, false, false]);
      }),
    );
  });

  const rect = { x: 100, y: 100, width: 80, height: 60 };

  it('keeps a fixed ratio from a corner and from an edge, up to the edge of the image', () => {
    const corner = handleOf('Bottom right corner');
    expect(resizeRect(rect, corner, { x: 40, y: 0 }, 4 / 3, BOUNDS)).toEqual({ ...rect, width: 120, height: 90 });
    expect(resizeRect(rect, corner, { x: 900, y: 0 }, 4 / 3, BOUNDS)).toEqual({ ...rect, width: 267, height: 200 });
    const edge = resizeRect(rect, handleOf('Right edge'), { x: 40, y: 0 }, 4 / 3, BOUNDS);
    expect(edge).toEqual({ x: 100, y: 85, width: 120, height: 90 });
  });

  it('gets a ratio within itself, and an exact size in pixels', () => {
    expect(ratioRect(rect, 1, BOUNDS)).toEqual({ x: 110, y: 100, width: 60, height: 60 });
    expect(sizeRect(rect, { width: 512 }, null, BOUNDS)).toEqual({ x: 0, y: 100, width: 400, height: 60 });
    expect(sizeRect(rect, { width: 128 }, 1, BOUNDS)).toEqual({ x: 100, y: 100, width: 128, height: 128 });
    expect(sizeRect(rect, { height: 256 }, null, BOUNDS)).toEqual({ x: 100, y: 44, width: 80, height: 256 });
  });
});
