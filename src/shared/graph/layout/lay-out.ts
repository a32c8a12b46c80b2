import { layeredLayout } from './layered-layout';
import { layoutChoice } from './layout-choice';
import { fromOrigin, GAP_X, GAP_Y, NODE_WIDTH, type GraphLayout, type LayoutRequest } from './layout-size';
import { Graph, layout } from '@dagrejs/dagre';

export function layOut(request: LayoutRequest): GraphLayout {
  return layoutChoice(request) === 'dagre' ? dagreLayout(request) : layeredLayout(request);
}

/** The better of the two layouts, but its run time grows faster than the square of the node count. Deterministic. */
export function dagreLayout({ heights, links }: LayoutRequest): GraphLayout {
  const graph = new Graph();
  graph.setGraph({ rankdir: 'LR', nodesep: GAP_Y, ranksep: GAP_X, edgesep: GAP_Y / 2 });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const [node, height] of heights.entries()) graph.setNode(String(node), { width: NODE_WIDTH, height });
  for (const [source, reader] of links) graph.setEdge(String(source), String(reader));
  layout(graph);
  const x = new Float64Array(heights.length);
  const y = new Float64Array(heights.length);
  for (const [node, height] of heights.entries()) {
    // dagre positions nodes by their center.
    const placed = graph.node(String(node)) as { x: number; y: number };
    x[node] = placed.x - NODE_WIDTH / 2;
    y[node] = placed.y - height / 2;
  }
  // dagre gives a link one point per column and more in the gaps. Only the columns can be in its way.
  const columns = new Set(x.map((left) => Math.round(left + NODE_WIDTH / 2)));
  const passes = links.map(([source, reader]) => {
    // The documented type of dagre's edges.
    const { points = [] } = graph.edge(String(source), String(reader)) as { points?: { x: number; y: number }[] };
    return points.slice(1, -1).flatMap((point) => (columns.has(Math.round(point.x)) ? [point.x, point.y] : []));
  });
  return fromOrigin(x, y, heights, passes);
}
