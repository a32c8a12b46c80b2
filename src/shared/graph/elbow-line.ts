import { GAP_X } from './layout-size';

export type Point = readonly [x: number, y: number];

const RADIUS = 8;
const LANES = 5;
const LANE_PX = 4;

/** Links that share a way run beside each other; `place` is any number of their own. */
function laneOf(place: number): number {
  return ((place % LANES) - Math.floor(LANES / 2)) * LANE_PX;
}

/**
 * The way of a link from one row of a folded layout to another: out to the right, along the gap between the rows, and into
 * its reader from the left. Over several rows it goes down at the left edge.
 * @param below the middle of the gap below the source's row
 * @param above the middle of the gap above the reader's row
 */
export function elbowPoints(from: Point, to: Point, below: number, above: number, place: number): Point[] {
  const lane = laneOf(place);
  const right = from[0] + GAP_X / 4 + lane;
  const left = to[0] - GAP_X / 4 + lane;
  const start: Point[] = [from, [right, from[1]], [right, below + lane]];
  const end: Point[] = [[left, above + lane], [left, to[1]], to];
  if (below === above) return [...start, ...end];
  const edge = -GAP_X / 2 + lane;
  return [...start, [edge, below + lane], [edge, above + lane], ...end];
}

/** A line of straight parts with round corners. */
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
