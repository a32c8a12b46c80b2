/** Sizes of the graph view in its own units, which are CSS pixels at zoom 1. */

export const NODE_WIDTH = 184;
/** A title and one line of values. */
export const NODE_HEIGHT = 58;
/** Of a picture below the line of values. */
export const PICTURE_HEIGHT = 96;
export const GAP_X = 64;
export const GAP_Y = 22;

/** What a layout is made from: nodes are indexes, so that the same shape is laid out once, whatever its ids. */
export interface LayoutRequest {
  /** Height of the room that each node gets. */
  heights: readonly number[];
  /** Source and reader, as indexes of `heights`; a pair stands once. */
  links: readonly (readonly [source: number, reader: number])[];
}

/** Left upper corners of the rooms, from 0, 0 on. */
export interface GraphLayout {
  x: Float64Array;
  y: Float64Array;
  width: number;
  height: number;
  /** For each link the middles at which it passes columns between its ends, as x, y, x, y; empty where it may go straight. */
  passes: readonly (readonly number[])[];
}

/** Moves a layout so that it starts at 0, 0, and measures it. Works on the arrays it is given. */
export function fromOrigin(
  x: Float64Array,
  y: Float64Array,
  heights: readonly number[],
  passes: readonly (readonly number[])[] = [],
): GraphLayout {
  let left = Infinity;
  let top = Infinity;
  let right = -Infinity;
  let bottom = -Infinity;
  for (let node = 0; node < x.length; node += 1) {
    const atX = x[node] ?? 0;
    const atY = y[node] ?? 0;
    left = Math.min(left, atX);
    top = Math.min(top, atY);
    right = Math.max(right, atX + NODE_WIDTH);
    bottom = Math.max(bottom, atY + (heights[node] ?? 0));
  }
  if (x.length === 0) return { x, y, width: 0, height: 0, passes };
  for (let node = 0; node < x.length; node += 1) {
    x[node] = (x[node] ?? 0) - left;
    y[node] = (y[node] ?? 0) - top;
  }
  const moved = passes.map((points) => points.map((value, at) => value - (at % 2 === 0 ? left : top)));
  return { x, y, width: right - left, height: bottom - top, passes: moved };
}
