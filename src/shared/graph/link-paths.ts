import type { GraphModel, ModelNode } from './graph-model';
import { GAP_X, NODE_HEIGHT, NODE_WIDTH, type GraphLayout } from './layout-size';

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
export function linkPaths(model: GraphModel, layout: GraphLayout, heights: readonly number[]): LinkPath[] {
  const middleOf = (index: number) => (layout.y[index] ?? 0) + (heights[index] ?? 0) / 2;
  const inputPlaces = model.nodes.map((node) => inputOrder(node, model, middleOf));
  return model.edges.flatMap(({ id, source, slot, target, input }): LinkPath[] => {
    const from = model.indexOf.get(source) ?? -1;
    const to = model.indexOf.get(target) ?? -1;
    const slots = model.nodes[from]?.slots ?? [];
    const inputs = inputPlaces[to] ?? new Map<string, number>();
    const x1 = (layout.x[from] ?? 0) + NODE_WIDTH;
    const y1 = middleOf(from) + portOffset(slots.indexOf(slot), slots.length);
    const x2 = layout.x[to] ?? 0;
    const y2 = middleOf(to) + portOffset(inputs.get(input) ?? 0, inputs.size);
    const bend = bendOf(x2 - x1);
    return [
      {
        id,
        source,
        target,
        path: `M${round(x1)} ${round(y1)}C${round(x1 + bend)} ${round(y1)} ${round(x2 - bend)} ${round(y2)} ${round(x2)} ${round(y2)}`,
        left: Math.min(x1, x2 - bend),
        right: Math.max(x1 + bend, x2),
        top: Math.min(y1, y2),
        bottom: Math.max(y1, y2),
      },
    ];
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

/** How far a line goes straight on: half of the way, but never so little that it looks broken; wide around when it goes back. */
function bendOf(distance: number): number {
  return distance > 0 ? Math.min(Math.max(GAP_X / 2, distance / 2), 240) : GAP_X;
}

const round = (value: number) => Math.round(value * 10) / 10;
