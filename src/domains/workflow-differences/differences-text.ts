import { stringifyJson, type JsonValue } from '@contract/json/lossless';
import { assetIdOf, isAssetReference } from '@contract/workflow/asset-references';
import { asLink, nodeTitle, type Graph, type GraphNode } from '@contract/workflow/graph';
import { msg, t } from '@/lib/i18n/messages';
import { countRenumbered, hasOtherClass, type NodeDifference, type WorkflowDifferences } from './diff-workflows';

/** Returns `Load Checkpoint 4, output 0` for a link, and other values as written. @param graph of the value */
export function inputText(value: JsonValue | undefined, graph: Graph): string {
  if (value === undefined) return t('missing');
  const link = asLink(value);
  if (link) {
    const source = graph.get(link.nodeId);
    const name = source ? nodeTitle(source) : t('missing node');
    return t('{name} {nodeId}, output {slot}', { name, nodeId: link.nodeId, slot: link.slot });
  }
  if (isAssetReference(value)) return t('asset {assetId}', { assetId: assetIdOf(value) ?? '' });
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
  const head = [t('Before: {before}', { before: names.before }), t('After: {after}', { after: names.after })];
  if (renumbered > 0) head.push(t('Nodes with other ids: {count}', { count: renumbered }));
  return `${[head.join('\n'), ...nodes.map((node) => nodeText(node, differences))].join('\n\n')}\n`;
}

const KIND = { added: msg('Added'), removed: msg('Removed'), changed: msg('Changed') };

function nodeText(node: NodeDifference, { before, after }: WorkflowDifferences): string {
  const shown = shownNode(node);
  const name = shown.title === null ? shown.classType : `${shown.title} (${shown.classType})`;
  const lines = [t('{kind}: {name}, node {nodeId}', { kind: t(KIND[node.kind]), name, nodeId: idText(node) })];
  if (node.kind === 'changed') {
    if (hasOtherClass(node))
      lines.push(
        indented(t('class: {before} → {after}', { before: node.before.classType, after: node.after.classType })),
      );
    if (node.before.title !== node.after.title) {
      lines.push(
        indented(
          t('title: {before} → {after}', {
            before: titleText(node.before.title),
            after: titleText(node.after.title),
          }),
        ),
      );
    }
    for (const change of node.inputs) {
      lines.push(indented(`${change.input}: ${inputText(change.before, before)} → ${inputText(change.after, after)}`));
    }
  } else {
    const graph = node.kind === 'added' ? after : before;
    for (const [input, value] of Object.entries(shown.inputs))
      lines.push(indented(`${input}: ${inputText(value, graph)}`));
  }
  return lines.join('\n');
}

function indented(line: string): string {
  return `  ${line}`;
}

export function titleText(title: string | null): string {
  return title === null ? t('none') : stringifyJson(title);
}
