import { fc } from '@contract/testing/properties';
import { describe, expect, it } from 'vitest';
import { fitZoom, isPannable, panView, place, WHOLE, zoomTo, type Geometry, type View } from './view-model';

const geometry: Geometry = { image: { width: 1000, height: 500 }, stage: { width: 500, height: 500 } };

describe('the image view', () => {
  it('initially shows the whole image, centered', () => {
    expect(place(WHOLE, geometry)).toEqual({ zoom: 0.5, width: 500, height: 250, left: 0, top: 125 });
    expect(isPannable(place(WHOLE, geometry), geometry.stage)).toBe(false);
  });

  it('enlarges a small image up to a limit', () => {
    expect(fitZoom({ image: { width: 8, height: 8 }, stage: geometry.stage })).toBe(4);
    expect(fitZoom({ image: { width: 250, height: 125 }, stage: geometry.stage })).toBe(2);
  });

  it('zooms around the pointer', () => {
    const point = { x: 100, y: 200 };
    const before = place(WHOLE, geometry);
    const after = place(zoomTo(WHOLE, geometry, 2, point), geometry);
    const under = ({ left, top, zoom }: typeof after) => [(point.x - left) / zoom, (point.y - top) / zoom];
    expect(under(after)).toEqual(under(before));
  });

  it('returns to the whole image when zoomed out', () => {
    const near = zoomTo(WHOLE, geometry, 2, { x: 10, y: 250 });
    expect(zoomTo(near, geometry, 0.1)).toEqual(WHOLE);
  });

  it('can show a small image at its actual size', () => {
    const small = { image: { width: 100, height: 100 }, stage: geometry.stage };
    expect(place(zoomTo(WHOLE, small, 1), small)).toMatchObject({ zoom: 1, width: 100, left: 200 });
  });

  it('does not pan an image that is fully visible', () => {
    expect(panView(WHOLE, geometry, 50, 50)).toEqual(WHOLE);
  });

  it('never shows an empty border, whatever the zoom and pan', () => {
    const side = fc.integer({ min: 1, max: 8000 });
    const move = fc.record({
      factor: fc.double({ min: 0.1, max: 10, noNaN: true }),
      dx: fc.integer(),
      dy: fc.integer(),
    });
    fc.assert(
      fc.property(side, side, side, side, fc.array(move, { maxLength: 8 }), (w, h, stageW, stageH, moves) => {
        const odd = { image: { width: w, height: h }, stage: { width: stageW, height: stageH } };
        let view: View = WHOLE;
        for (const { factor, dx, dy } of moves) {
          const middle = { x: stageW / 3, y: stageH / 4 };
          view = panView(zoomTo(view, odd, place(view, odd).zoom * factor, middle), odd, dx, dy);
        }
        const { left, top, width, height } = place(view, odd);
        const isFilled = (start: number, length: number, room: number) =>
          length <= room
            ? Math.abs(start - (room - length) / 2) < 0.01
            : start <= 0.01 && start + length >= room - 0.01;
        expect(isFilled(left, width, stageW) && isFilled(top, height, stageH)).toBe(true);
      }),
    );
  });
});
