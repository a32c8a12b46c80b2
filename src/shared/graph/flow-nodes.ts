import type { Node } from '@xyflow/react';
import { t } from '@/lib/i18n/messages';
import type { GraphShape } from './graph-model';
import { NODE_HEIGHT, NODE_WIDTH, IMAGE_HEIGHT, type GraphLayout } from './layout/layout-size';

/** A node's content is passed by context: it changes many times per second, while its position rarely changes. */
export type FlowNode = Node<Record<string, never>, 'graph'>;

/**
 * Converts the shape of a graph to xyflow nodes. Sizes are passed in, not measured. Each node is centered in its reserved room: when its image
 * loads, it grows on both sides without moving its links or neighbors.
 * @param pictured ids of nodes whose image has loaded
 */
export function flowNodes(
  { nodes }: GraphShape,
  layout: GraphLayout,
  heights: readonly number[],
  pictured: ReadonlySet<string>,
): FlowNode[] {
  return nodes.map((node, index): FlowNode => {
    const own = pictured.has(node.id) ? NODE_HEIGHT + IMAGE_HEIGHT : NODE_HEIGHT;
    const room = heights[index] ?? own;
    // The author's size, image or not.
    const height = layout.widths ? room : own;
    const width = layout.widths?.[index] ?? NODE_WIDTH;
    return {
      id: node.id,
      type: 'graph',
      position: { x: layout.x[index] ?? 0, y: (layout.y[index] ?? 0) + (room - height) / 2 },
      width,
      height,
      measured: { width, height },
      // Explicitly empty: otherwise xyflow renders every node once to search for handles.
      handles: [],
      ariaRole: 'group',
      ariaLabel: t('{title}, node {id}', { title: node.title, id: node.id }),
      data: {},
    };
  });
}
