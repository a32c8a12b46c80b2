import { nodeTitle, type Graph } from '@contract/workflow/graph';

/** Returns labels that differ: the title of the node, then its id is added where they would not. */
export function uniqueLabels(graph: Graph, inputs: readonly { nodeId: string; label: string }[]): string[] {
  const isShared = (texts: readonly string[], text: string) => texts.filter((other) => other === text).length > 1;
  const short = inputs.map(({ label }) => label);
  const titled = inputs.map(({ nodeId, label }) => {
    const node = graph.get(nodeId);
    return isShared(short, label) ? `${label}, ${node ? nodeTitle(node) : nodeId}` : label;
  });
  return titled.map((text, at) => (isShared(titled, text) ? `${text} ${inputs[at]?.nodeId}` : text));
}
