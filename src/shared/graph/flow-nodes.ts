import type { Node } from '@xyflow/react';
import type { GraphModel, ModelNode } from './graph-model';
import { NODE_HEIGHT, NODE_WIDTH, PICTURE_HEIGHT, type GraphLayout } from './layout-size';

/** What a node shows comes by context: that changes many times a second, where it stands hardly ever. */
export type FlowNode = Node<{ node: ModelNode }, 'graph'>;

/**
 * What xyflow draws. Sizes are told rather than measured. A node stands in the middle of its room: when its picture comes
 * it grows to both sides, and neither its links nor its neighbours move.
 * @param pictured ids of nodes whose picture is there
 */
export function flowNodes(
  model: GraphModel,
  layout: GraphLayout,
  heights: readonly number[],
  pictured: ReadonlySet<string>,
): FlowNode[] {
  return model.nodes.map((node, index): FlowNode => {
    const height = pictured.has(node.id) ? NODE_HEIGHT + PICTURE_HEIGHT : NODE_HEIGHT;
    const room = heights[index] ?? height;
    return {
      id: node.id,
      type: 'graph',
      position: { x: layout.x[index] ?? 0, y: (layout.y[index] ?? 0) + (room - height) / 2 },
      width: NODE_WIDTH,
      height,
      measured: { width: NODE_WIDTH, height },
      // None, and known to be none: xyflow would draw every node once to look for them.
      handles: [],
      ariaRole: 'group',
      ariaLabel: `${node.title}, node ${node.id}`,
      data: { node },
    };
  });
}
