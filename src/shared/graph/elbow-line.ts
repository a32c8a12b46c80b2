import { GAP_X } from './layout/layout-size';

export type Point = readonly [x: number, y: number];

const RADIUS = 8;
const LANES = 5;
const LANE_PX = 4;

/** Returns an offset that draws links in the same gap side by side. `position` is any number unique to the link. */
function laneOf(position: number): number {
  return ((position % LANES) - Math.floor(LANES / 2)) * LANE_PX;
}

/**
 * Returns the points of a link between two rows of a folded layout. It leaves on the right, follows the gap between the rows and
 * enters its reader from the left. Across several rows it runs down the left edge.
 * @param below the middle of the gap below the source's row
 * @param above the middle of the gap above the reader's row
 */
export function elbowPoints(from: Point, to: Point, below: number, above: number, position: number): Point[] {
  const lane = laneOf(position);
  const right = from[0] + GAP_X / 4 + lane;
  const left = to[0] - GAP_X / 4 + lane;
  const start: Point[] = [from, [right, from[1]], [right, below + lane]];
  const end: Point[] = [[left, above + lane], [left, to[1]], to];
  if (below === above) return [...start, ...end];
  const edge = -GAP_X / 2 + lane;
  return [...start, [edge, below + lane], [edge, above + lane], ...end];
}

/** Returns the SVG path of a polyline with rounded corners. */
export function elbowPath(points: readonly Point[]): string {
  const [first = [0, 0], ...rest] = points;
  let path = `M${round(first[0])} ${round(first[1])}`;
  for (const [index, corner] of rest.entries()) {
    const before = points[index] ?? first;
    const after = rest[index + 1];
    if (!after) return `${path}L${round(corner[0])} ${round(corner[1])}`;
    const cut = Math.min(RADIUS, distance(before, corner) / 2, distance(corner, after) / 2);
    const [inX, inY] = towards(corner, before, cut);
    const [outX, outY] = towards(corner, after, cut);
    path += `L${round(inX)} ${round(inY)}Q${round(corner[0])} ${round(corner[1])} ${round(outX)} ${round(outY)}`;
  }
  return path;
}

const distance = (a: Point, b: Point) => Math.hypot(a[0] - b[0], a[1] - b[1]);

function towards(from: Point, to: Point, length: number): Point {
  const whole = distance(from, to);
  if (whole === 0) return from;
  return [from[0] + ((to[0] - from[0]) * length) / whole, from[1] + ((to[1] - from[1]) * length) / whole];
}

const round = (value: number) => Math.round(value * 10) / 10;
