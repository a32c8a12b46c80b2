import type { JsonObject } from '@contract/json/lossless';
import { asLink, type Graph, type GraphNode } from '@contract/workflow/graph';
import type { WorkflowDifferences } from '../diff-workflows';

/** Builds the second workflow from the first one and what differs. Links that did not change follow their nodes to new ids. */
export function applyDifferences(before: Graph, { nodes, pairs }: WorkflowDifferences): Graph {
  const changed = new Map(nodes.flatMap((node) => (node.kind === 'changed' ? [[node.before.id, node]] : [])));
  const result = new Map<string, GraphNode>();
  for (const node of before.values()) {
    const id = pairs.get(node.id);
    if (id === undefined) continue;
    const change = changed.get(node.id);
    const inputs: JsonObject = {};
    for (const [name, value] of Object.entries(node.inputs)) {
      const link = asLink(value);
      inputs[name] = link ? [pairs.get(link.nodeId) ?? link.nodeId, link.slot] : value;
    }
    for (const { input, after } of change?.inputs ?? []) {
      if (after === undefined) delete inputs[input];
      else inputs[input] = after;
    }
    const { classType, title } = change?.after ?? node;
    result.set(id, { id, classType, title, inputs });
  }
  for (const node of nodes) if (node.kind === 'added') result.set(node.after.id, node.after);
  return result;
}
