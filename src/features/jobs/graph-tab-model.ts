import { nodeLinks, type Graph } from '@contract/workflow/graph';

/** Ids of nodes that nothing reads from: where outputs come. */
export function endNodes(graph: Graph): ReadonlySet<string> {
  const ends = new Set(graph.keys());
  for (const node of graph.values()) for (const { link } of nodeLinks(node)) ends.delete(link.nodeId);
  return ends;
}
