import { linkPairs, type GraphModel, type ModelNode } from './graph-model';
import { elbowPath, elbowPoints, type Point } from './elbow-line';
import type { FoldedLayout } from './fold-layout';
import { GAP_X, NODE_HEIGHT, NODE_WIDTH } from './layout-size';

/** A link as a line of SVG, with the box that it stays in. */
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
 * xyflow takes the ends of links from elements that it measures in each node, and forgets those that it is told; drawn
 * by ourselves the lines of a whole graph are made once and stay as they are while the view moves.
 */
export function linkPaths(model: GraphModel, layout: FoldedLayout, heights: readonly number[]): LinkPath[] {
  const middleOf = (index: number) => (layout.y[index] ?? 0) + (heights[index] ?? 0) / 2;
  const passesOf = new Map(linkPairs(model).map(([from, to], index) => [`${from} ${to}`, layout.passes[index] ?? []]));
  const inputPlaces = model.nodes.map((node) => inputOrder(node, model, middleOf));
  return model.edges.flatMap(({ id, source, slot, target, input }, place): LinkPath[] => {
    const from = model.indexOf.get(source) ?? -1;
    const to = model.indexOf.get(target) ?? -1;
    const slots = model.nodes[from]?.slots ?? [];
    const inputs = inputPlaces[to] ?? new Map<string, number>();
    const x1 = (layout.x[from] ?? 0) + NODE_WIDTH;
    const y1 = middleOf(from) + portOffset(slots.indexOf(slot), slots.length);
    const x2 = layout.x[to] ?? 0;
    const y2 = middleOf(to) + portOffset(inputs.get(input) ?? 0, inputs.size);
    const ends: [Point, Point] = [
      [x1, y1],
      [x2, y2],
    ];
    const wrapped = wrappedLine(layout, from, to, ends, place);
    if (wrapped) return [{ id, source, target, ...wrapped }];
    return [{ id, source, target, ...lineThrough([x1, y1], passesOf.get(`${from} ${to}`) ?? [], [x2, y2]) }];
  });
}

/** Inputs in the order in which their sources stand, so that their lines do not cross at the node. */
function inputOrder(node: ModelNode, { indexOf }: GraphModel, middleOf: (index: number) => number) {
  const linked = node.inputs
    .filter(({ isMissing }) => !isMissing)
    .map(({ name, from }) => ({ name, at: middleOf(indexOf.get(from) ?? -1) }))
    .sort((a, b) => a.at - b.at);
  return new Map(linked.map(({ name }, place) => [name, place]));
}

/** Of a port from the middle of its node. */
function portOffset(place: number, count: number): number {
  const gap = Math.min(PORT_GAP, (NODE_HEIGHT - 2 * PORT_MARGIN) / Math.max(1, count - 1));
  return (place - (count - 1) / 2) * gap;
}

/** Beside the node that it passes a line is level. */
const PASS_MARGIN = 10;

/** Of a link to another row of a folded layout; null if both ends stand in one. */
function wrappedLine({ folding }: FoldedLayout, from: number, to: number, [start, end]: [Point, Point], place: number) {
  const fromRow = folding?.rowOf[from] ?? 0;
  const toRow = folding?.rowOf[to] ?? 0;
  if (!folding || fromRow === toRow) return null;
  const below = folding.corridors[fromRow] ?? 0;
  // A link of a cycle may lead back up: then the gap below its reader is the nearest.
  const above = folding.corridors[toRow > fromRow ? toRow - 1 : toRow] ?? 0;
  const points = elbowPoints(start, end, below, above, place);
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

/** A line in curves from column to column; each column on its way is crossed level, at the given middle. */
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

/** How far a curve goes straight on: half of the way, but never so little that it looks broken; wide around when it goes back. */
function bendOf(distance: number): number {
  if (distance <= 0) return GAP_X;
  return distance < GAP_X ? distance / 2 : Math.min(Math.max(GAP_X / 2, distance / 2), MAX_BEND);
}

const MAX_BEND = 240;

const round = (value: number) => Math.round(value * 10) / 10;
