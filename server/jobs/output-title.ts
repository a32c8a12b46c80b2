import { nodeLinks, nodeTitle, type Graph } from '@contract/workflow/graph';
import type { NodeDefinitions } from '@contract/workflow/node-definitions';

const MAX_TITLE = 120;

/**
 * What the node is called that makes the result: its title, else its class. Of several the first; without definitions
 * the first whose result no other node reads. Null where there is none.
 */
export function outputTitle(graph: Graph, definitions: NodeDefinitions | null): string | null {
  const nodes = [...graph.values()];
  const isOutput = (classType: string) =>
    definitions !== null && Object.hasOwn(definitions, classType) && definitions[classType]?.output_node === true;
  const read = new Set(nodes.flatMap((node) => nodeLinks(node).map(({ link }) => link.nodeId)));
  const found = nodes.find(({ classType }) => isOutput(classType)) ?? nodes.find(({ id }) => !read.has(id));
  return (found && nodeTitle(found).trim().slice(0, MAX_TITLE)) || null;
}
