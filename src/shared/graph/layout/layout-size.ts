/** Sizes of the graph view in graph units: CSS pixels at zoom 1. */

export const NODE_WIDTH = 184;
/** Height of a title and one line of values. */
export const NODE_HEIGHT = 58;
/** Height of an image below the line of values. */
export const IMAGE_HEIGHT = 96;
export const GAP_X = 64;
export const GAP_Y = 22;

/** Input of a layout. Nodes are indexes, so that equal shapes share a layout whatever their ids. */
export interface LayoutRequest {
  /** Height reserved for each node. */
  heights: readonly number[];
  /** Source and reader as indexes of `heights`; pairs are unique. */
  links: readonly (readonly [source: number, reader: number])[];
}

/** Upper left corner of each node's reserved area, with the origin at 0, 0. */
export interface GraphLayout {
  x: Float64Array;
  y: Float64Array;
  width: number;
  height: number;
  /** Points at which each link crosses columns, as x, y, x, y; empty if the link may be straight. */
  passes: readonly (readonly number[])[];
  /** Width of each node; absent: `NODE_WIDTH`. */
  widths?: readonly number[];
}

/** Moves a layout to the origin and measures it. Modifies the given arrays. */
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
