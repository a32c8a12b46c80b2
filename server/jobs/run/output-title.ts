import { nodeLinks, nodeTitle, type Graph } from '@contract/workflow/graph';
import type { NodeDefinitions } from '@contract/workflow/node-definitions';

const MAX_TITLE = 120;

/**
 * Returns the title of the first output node, or its class if it has no title. Without definitions, takes the first node whose
 * result no other node reads. `null` if there is none.
 */
export function outputTitle(graph: Graph, definitions: NodeDefinitions | null): string | null {
  const nodes = [...graph.values()];
  const isOutput = (classType: string) =>
    definitions !== null && Object.hasOwn(definitions, classType) && definitions[classType]?.output_node === true;
  const read = new Set(nodes.flatMap((node) => nodeLinks(node).map(({ link }) => link.nodeId)));
  const found = nodes.find(({ classType }) => isOutput(classType)) ?? nodes.find(({ id }) => !read.has(id));
  return (found && nodeTitle(found).trim().slice(0, MAX_TITLE)) || null;
}
