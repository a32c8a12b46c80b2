import { describe, expect, it } from 'vitest';
import { fc, runs } from '@contract/testing/properties';
import { findToastPlace, type Obstacle } from './toast-place';

const DESK = { width: 1280, height: 800, left: 220 };
const PHONE = { width: 390, height: 844, left: 0 };
const STACK = { width: 358, height: 80 };

const box = (left: number, top: number, width: number, height: number, weight = 1): Obstacle => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
  weight,
});

describe('toasts', () => {
  it('are at the lower right if nothing is there', () => {
    expect(findToastPlace(DESK, STACK, [])).toEqual({ left: 906, top: 704 });
  });

  it('are above the buttons at the foot of a page', () => {
    expect(findToastPlace(DESK, STACK, [box(1150, 750, 100, 36)])).toEqual({ left: 906, top: 662 });
  });

  it('are below a dialog, or above one that reaches to the foot', () => {
    expect(findToastPlace(PHONE, STACK, [box(16, 200, 358, 400)]).top).toBe(748);
    expect(findToastPlace(PHONE, STACK, [box(16, 200, 358, 640)]).top).toBe(112);
  });

  it('are between the title and the buttons of a dialog that fills the window', () => {
    const dialog = [box(8, 8, 374, 828, 2), box(20, 16, 340, 40, 9), box(250, 780, 120, 36, 9)];
    const { top } = findToastPlace(PHONE, STACK, dialog);
    expect(top).toBeGreaterThanOrEqual(56);
    expect(top + STACK.height).toBeLessThanOrEqual(780);
  });

  it('are at the left edge if the right one has buttons everywhere', () => {
    const column = Array.from({ length: 20 }, (_, index) => box(1000, index * 40, 100, 36));
    expect(findToastPlace(DESK, STACK, column)).toEqual({ left: 236, top: 704 });
  });

  it('are in the window, and cover nothing if a strip at the right edge is free', () => {
    const strip = fc.record({ top: fc.integer({ min: 0, max: 760 }), height: fc.integer({ min: 1, max: 40 }) });
    fc.assert(
      fc.property(fc.array(strip, { maxLength: 6 }), (strips) => {
        const { left, top } = findToastPlace(
          DESK,
          STACK,
          strips.map(({ top: at, height }) => box(0, at, 1280, height)),
        );
        expect(left).toBeGreaterThanOrEqual(0);
        expect(top).toBeGreaterThanOrEqual(0);
        expect(top + STACK.height).toBeLessThanOrEqual(DESK.height);
        const isFree = (at: number) =>
          strips.every((one) => one.top + one.height <= at || one.top >= at + STACK.height);
        const hasFree = Array.from({ length: 689 }, (_, index) => index + 16).some(isFree);
        expect(!hasFree || isFree(top)).toBe(true);
      }),
      { numRuns: runs(200) },
    );
  });
});
