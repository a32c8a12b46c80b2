import { linkPairs, type GraphShape } from './graph-model';
import type { FoldedLayout } from './layout/fold-layout';
import { GAP_X, NODE_HEIGHT, NODE_WIDTH } from './layout/layout-size';

export interface LinkPath {
  id: string;
  source: string;
  target: string;
  path: string;
  left: number;
  top: number;
  right: number;
  bottom: number;
}

const PORT_GAP = 13;
const PORT_MARGIN = 8;

/**
 * xyflow computes the ends of links from elements that it measures in each node, and discards preset ones. Drawn here, the links of
 * a whole graph are computed once and do not change while the view moves.
 */
export function linkPaths(model: GraphShape, layout: FoldedLayout, heights: readonly number[]): LinkPath[] {
  const middleOf = (index: number) => (layout.y[index] ?? 0) + (heights[index] ?? 0) / 2;
  const passesOf = new Map(linkPairs(model).map(([from, to], index) => [`${from} ${to}`, layout.passes[index] ?? []]));
  const inputPlaces = model.nodes.map((node) => inputOrder(node, model, middleOf));
  return model.edges.flatMap(({ id, source, slot, target, input }, position): LinkPath[] => {
    const from = model.indexOf.get(source) ?? -1;
    const to = model.indexOf.get(target) ?? -1;
    const slots = model.nodes[from]?.slots ?? [];
    const inputs = inputPlaces[to] ?? new Map<string, number>();
    const x1 = (layout.x[from] ?? 0) + (layout.widths?.[from] ?? NODE_WIDTH);
    const y1 = middleOf(from) + portOffset(slots.indexOf(slot), slots.length);
    const x2 = layout.x[to] ?? 0;
    const y2 = middleOf(to) + portOffset(inputs.get(input) ?? 0, inputs.size);
    const ends: [Point, Point] = [
      [x1, y1],
      [x2, y2],
    ];
    const wrapped = wrappedLine(layout, from, to, ends, position);
    if (wrapped) return [{ id, source, target, ...wrapped }];
    return [{ id, source, target, ...lineThrough([x1, y1], passesOf.get(`${from} ${to}`) ?? [], [x2, y2]) }];
  });
}

/** Returns the inputs in the order of their sources' positions, so that their links do not cross at the node. */
function inputOrder(node: GraphShape['nodes'][number], { indexOf }: GraphShape, middleOf: (index: number) => number) {
  const linked = node.inputs
    .filter(({ isMissing }) => !isMissing)
    .map(({ name, from }) => ({ name, at: middleOf(indexOf.get(from) ?? -1) }))
    .sort((a, b) => a.at - b.at);
  return new Map(linked.map(({ name }, position) => [name, position]));
}

/** Returns the distance of a port from the middle of its node. */
function portOffset(position: number, count: number): number {
  const gap = Math.min(PORT_GAP, (NODE_HEIGHT - 2 * PORT_MARGIN) / Math.max(1, count - 1));
  return (position - (count - 1) / 2) * gap;
}

/** Distance beside a passed node within which the link is horizontal. */
const PASS_MARGIN = 10;

/** Returns the path of a link to another row of a folded layout; `null` if both ends are in one row. */
function wrappedLine(
  { folding }: FoldedLayout,
  from: number,
  to: number,
  [start, end]: [Point, Point],
  position: number,
) {
  const fromRow = folding?.rowOf[from] ?? 0;
  const toRow = folding?.rowOf[to] ?? 0;
  if (!folding || fromRow === toRow) return null;
  const below = folding.corridors[fromRow] ?? 0;
  // A link of a cycle may lead back up; the gap below its reader is then the nearest.
  const above = folding.corridors[toRow > fromRow ? toRow - 1 : toRow] ?? 0;
  const points = elbowPoints(start, end, below, above, position);
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  return {
    path: elbowPath(points),
    left: Math.min(...xs),
    right: Math.max(...xs),
    top: Math.min(...ys),
    bottom: Math.max(...ys),
  };
}

/** Returns a curve from column to column that crosses each column horizontally at the given point. */
function lineThrough(from: Point, passes: readonly number[], to: Point): Omit<LinkPath, 'id' | 'source' | 'target'> {
  let [x, y] = from;
  let path = `M${round(x)} ${round(y)}`;
  const box = { left: x, right: x, top: y, bottom: y };
  const reach = (left: number, right: number, atY: number) => {
    box.left = Math.min(box.left, left);
    box.right = Math.max(box.right, right);
    box.top = Math.min(box.top, atY);
    box.bottom = Math.max(box.bottom, atY);
  };
  const curveTo = (nextX: number, nextY: number) => {
    const bend = bendOf(nextX - x);
    path += `C${round(x + bend)} ${round(y)} ${round(nextX - bend)} ${round(nextY)} ${round(nextX)} ${round(nextY)}`;
    reach(Math.min(x, nextX - bend), Math.max(nextX, x + bend), nextY);
    [x, y] = [nextX, nextY];
  };
  for (let at = 0; at + 1 < passes.length; at += 2) {
    const middle = passes[at] ?? 0;
    curveTo(middle - NODE_WIDTH / 2 - PASS_MARGIN, passes[at + 1] ?? 0);
    x = middle + NODE_WIDTH / 2 + PASS_MARGIN;
    path += `H${round(x)}`;
    reach(x, x, y);
  }
  curveTo(...to);
  return { path, ...box };
}

/** Returns the length of a curve's control arm: half of the distance, with a minimum, and longer for links that go back. */
function bendOf(distance: number): number {
  if (distance <= 0) return GAP_X;
  return distance < GAP_X ? distance / 2 : Math.min(Math.max(GAP_X / 2, distance / 2), MAX_BEND);
}

const MAX_BEND = 240;

type Point = readonly [x: number, y: number];

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
function elbowPoints(from: Point, to: Point, below: number, above: number, position: number): Point[] {
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
function elbowPath(points: readonly Point[]): string {
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
