import { stringifyJson, type JsonValue } from '@contract/json/lossless';
import { assetIdOf, isAssetReference } from '@contract/workflow/asset-references';
import { asLink, nodeTitle, type Graph, type GraphNode } from '@contract/workflow/graph';
import { countRenumbered, hasOtherClass, type NodeDifference, type WorkflowDifferences } from './diff-workflows';

/** Returns `Load Checkpoint 4, output 0` for a link, and other values as written. @param graph of the value */
export function inputText(value: JsonValue | undefined, graph: Graph): string {
  if (value === undefined) return 'missing';
  const link = asLink(value);
  if (link) {
    const source = graph.get(link.nodeId);
    return `${source ? nodeTitle(source) : 'missing node'} ${link.nodeId}, output ${link.slot}`;
  }
  if (isAssetReference(value)) return `asset ${assetIdOf(value) ?? ''}`;
  return stringifyJson(value);
}

/** Returns the id of a node, or both if they differ. */
export function idText(node: NodeDifference): string {
  if (node.kind === 'added') return node.after.id;
  if (node.kind === 'removed' || node.before.id === node.after.id) return node.before.id;
  return `${node.before.id} → ${node.after.id}`;
}

/** Returns the node to name a difference by: its newest version. */
export function shownNode(node: NodeDifference): GraphNode {
  return node.kind === 'removed' ? node.before : node.after;
}

/** Formats differences as plain text, one line per input. */
export function differencesText(
  differences: WorkflowDifferences,
  nodes: readonly NodeDifference[],
  names: { before: string; after: string },
): string {
  const renumbered = countRenumbered(differences);
  const head = [`Before: ${names.before}`, `After: ${names.after}`];
  if (renumbered > 0) head.push(`Nodes with other ids: ${renumbered}`);
  return `${[head.join('\n'), ...nodes.map((node) => nodeText(node, differences))].join('\n\n')}\n`;
}

const KIND = { added: 'Added', removed: 'Removed', changed: 'Changed' };

function nodeText(node: NodeDifference, { before, after }: WorkflowDifferences): string {
  const shown = shownNode(node);
  const name = shown.title === null ? shown.classType : `${shown.title} (${shown.classType})`;
  const lines = [`${KIND[node.kind]}: ${name}, node ${idText(node)}`];
  if (node.kind === 'changed') {
    if (hasOtherClass(node)) lines.push(`  class: ${node.before.classType} → ${node.after.classType}`);
    if (node.before.title !== node.after.title) {
      lines.push(`  title: ${titleText(node.before.title)} → ${titleText(node.after.title)}`);
    }
    for (const change of node.inputs) {
      lines.push(`  ${change.input}: ${inputText(change.before, before)} → ${inputText(change.after, after)}`);
    }
  } else {
    const graph = node.kind === 'added' ? after : before;
    for (const [input, value] of Object.entries(shown.inputs)) lines.push(`  ${input}: ${inputText(value, graph)}`);
  }
  return lines.join('\n');
}

export function titleText(title: string | null): string {
  return title === null ? 'none' : stringifyJson(title);
}
