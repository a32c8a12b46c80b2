import { SliceMeter, type Slices } from '@contract/slices';
import { executionOrderInSlices, nodeLinks, type Graph } from '@contract/workflow/graph';
import type { NodeDefinitions } from '@contract/workflow/node-definitions';

/**
 * The nodes that a run needs, in an order in which they can run: the output nodes and all that they read from. An
 * engine leaves the others alone, so they do not count as progress. Without definitions all nodes count.
 */
export function* neededNodesInSlices(graph: Graph, definitions: NodeDefinitions | null): Slices<string[]> {
  const meter = new SliceMeter();
  const { order } = yield* executionOrderInSlices(graph);
  if (!definitions) return order;
  const isOutput = (classType: string) =>
    Object.hasOwn(definitions, classType) && definitions[classType]?.output_node === true;
  const needed = new Set<string>();
  const open = order.filter((id) => isOutput(graph.get(id)?.classType ?? ''));
  while (open.length > 0) {
    if (meter.isFull()) yield;
    const id = open.pop() as string;
    const node = graph.get(id);
    if (!node || needed.has(id)) continue;
    needed.add(id);
    for (const { link } of nodeLinks(node)) open.push(link.nodeId);
  }
  return order.filter((id) => needed.has(id));
}
