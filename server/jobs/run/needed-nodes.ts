import { SliceMeter, type Slices } from '@contract/slices';
import { executionOrderInSlices, nodeLinks, type Graph } from '@contract/workflow/graph';
import type { NodeDefinitions } from '@contract/workflow/node-definitions';

/**
 * Returns the nodes that a run executes, in topological order: output nodes and their dependencies. Engines skip the others, so
 * they do not count as progress. Without definitions, all nodes count.
 */
export function* neededNodesInSlices(graph: Graph, definitions: NodeDefinitions | null): Slices<string[]> {
  const meter = new SliceMeter();
  const { order } = yield* executionOrderInSlices(graph);
  if (!definitions) return order;
  const isOutput = (classType: string) =>
    Object.hasOwn(definitions, classType) && definitions[classType]?.output_node === true;
  const needed = new Set<string>();
  const open = order.filter((id) => isOutput(graph.get(id)?.classType ?? ''));
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (meter.isFull()) yield;
    const node = graph.get(id);
    if (!node || needed.has(id)) continue;
    needed.add(id);
    for (const { link } of nodeLinks(node)) open.push(link.nodeId);
  }
  return order.filter((id) => needed.has(id));
}
