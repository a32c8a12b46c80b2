import { Graph, layout } from '@dagrejs/dagre';
import { fromOrigin, GAP_X, GAP_Y, NODE_WIDTH, type GraphLayout, type LayoutRequest } from './layout-size';

/** The finer of the two layouts; its time grows faster than the square of the nodes. The same input, the same output. */
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
    // dagre tells centres.
    const placed = graph.node(String(node)) as { x: number; y: number };
    x[node] = placed.x - NODE_WIDTH / 2;
    y[node] = placed.y - height / 2;
  }
  // Between its ends a link has a point in each column, and others in the gaps: only the columns are in its way.
  const columns = new Set(x.map((left) => Math.round(left + NODE_WIDTH / 2)));
  const passes = links.map(([source, reader]) => {
    const { points = [] } = graph.edge(String(source), String(reader)) as { points?: { x: number; y: number }[] };
    return points.slice(1, -1).flatMap((point) => (columns.has(Math.round(point.x)) ? [point.x, point.y] : []));
  });
  return fromOrigin(x, y, heights, passes);
}
