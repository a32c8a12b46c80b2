import { fc } from '@contract/testing/properties';
import { describe, expect, it } from 'vitest';
import {
  flipFrame,
  samplingOf,
  shownSize,
  sourceBox,
  toShown,
  toSource,
  transformOf,
  turnFrame,
  wholeFrame,
  type Frame,
  type Size,
} from './orientation';

const sizes = fc.record({ width: fc.integer({ min: 1, max: 50 }), height: fc.integer({ min: 1, max: 50 }) });
const orientations = fc.record({ isMirrored: fc.boolean(), turns: fc.integer({ min: 0, max: 3 }) });
type Change = 'turn' | 'horizontal' | 'vertical';
const changes = fc.array(fc.constantFrom<Change>('turn', 'horizontal', 'vertical'), { maxLength: 12 });

function apply(frame: Frame, change: Change, size: Size): Frame {
  return change === 'turn' ? turnFrame(frame, size) : flipFrame(frame, size, change);
}

/** The pixels of an image as shown, each with the index of its source pixel. */
function shownPixels(source: Size, { orientation, crop }: Frame): number[][] {
  return Array.from({ length: crop.height }, (_, y) =>
    Array.from({ length: crop.width }, (_, x) => {
      const at = toSource({ x: crop.x + x + 0.5, y: crop.y + y + 0.5 }, source, orientation);
      return Math.floor(at.y) * source.width + Math.floor(at.x);
    }),
  );
}

/** What a change does to shown pixels, by its definition. */
function changed(pixels: number[][], change: Change): number[][] {
  if (change === 'vertical') return pixels.toReversed();
  if (change === 'horizontal') return pixels.map((row) => row.toReversed());
  return (pixels[0] ?? []).map((_, column) => pixels.map((row) => row[column] ?? -1).toReversed());
}

describe('an orientation', () => {
  it('maps points to the shown image and back', () => {
    fc.assert(
      fc.property(sizes, orientations, fc.nat(50), fc.nat(50), (size, orientation, x, y) => {
        const point = { x: x % (size.width + 1), y: y % (size.height + 1) };
        const shown = toShown(point, size, orientation);
        expect(toSource(shown, size, orientation)).toEqual(point);
        const { width, height } = shownSize(size, orientation);
        expect(shown.x >= 0 && shown.y >= 0 && shown.x <= width && shown.y <= height).toBe(true);
      }),
    );
  });

  it('turns and flips the shown pixels, and the crop with them', () => {
    fc.assert(
      fc.property(sizes, changes, fc.nat(), (size, steps, seed) => {
        const whole = wholeFrame(size);
        const crop = { x: seed % size.width, y: seed % size.height, width: 1, height: 1 };
        let frame: Frame = { ...whole, crop: { ...crop, width: size.width - crop.x, height: size.height - crop.y } };
        let pixels = shownPixels(size, frame);
        for (const step of steps) {
          frame = apply(frame, step, size);
          pixels = changed(pixels, step);
        }
        expect(shownPixels(size, frame)).toEqual(pixels);
      }),
    );
  });

  it('finds the part of the source that is in a part of the shown image', () => {
    fc.assert(
      fc.property(sizes, orientations, fc.nat(), (size, orientation, seed) => {
        const shown = shownSize(size, orientation);
        const [x, y] = [seed % shown.width, (seed * 7) % shown.height];
        const part = { x, y, width: shown.width - x, height: shown.height - y };
        const box = sourceBox(size, orientation, part);
        const pixels = shownPixels(size, { orientation, crop: part }).flat();
        const expected = Array.from(
          { length: box.width * box.height },
          (_, at) => (box.y + Math.floor(at / box.width)) * size.width + box.x + (at % box.width),
        );
        expect(pixels.toSorted((left, right) => left - right)).toEqual(expected);
      }),
    );
  });

  it('has a canvas transform and a sampling that agree with it', () => {
    fc.assert(
      fc.property(sizes, orientations, fc.nat(20), fc.nat(20), (size, orientation, x, y) => {
        const [a, b, c, d, e, f] = transformOf(size, orientation);
        expect({ x: a * x + c * y + e, y: b * x + d * y + f }).toEqual(toShown({ x, y }, size, orientation));
        const { start, column, row } = samplingOf(size, orientation, { x: 3, y: 2 }, 1);
        const sampled = { x: start.x + x * column.x + y * row.x, y: start.y + x * column.y + y * row.y };
        expect(sampled).toEqual(toSource({ x: 3 + x + 0.5, y: 2 + y + 0.5 }, size, orientation));
      }),
    );
  });
});
