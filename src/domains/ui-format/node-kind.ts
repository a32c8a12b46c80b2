import type { UiNode, UiWorkflow } from './ui-graph';

/**
 * `reroute`, `primitive`, `get` and `set` pass a connection or a value on; `decoration` has no part in the graph; `broadcast` adds
 * connections that the file does not contain.
 */
export type NodeKind =
  'class' | 'subgraph' | 'group_node' | 'reroute' | 'primitive' | 'get' | 'set' | 'decoration' | 'broadcast';

const KINDS = new Map<string, NodeKind>([
  ['Note', 'decoration'],
  ['MarkdownNote', 'decoration'],
  ['Reroute', 'reroute'],
  ['PrimitiveNode', 'primitive'],
  ['GetNode', 'get'],
  ['SetNode', 'set'],
  ['easy getNode', 'get'],
  ['easy setNode', 'set'],
  ['Reroute (rgthree)', 'reroute'],
  ['Label (rgthree)', 'decoration'],
  ['Bookmark (rgthree)', 'decoration'],
  ['Fast Groups Muter (rgthree)', 'decoration'],
  ['Fast Groups Bypasser (rgthree)', 'decoration'],
  ['Fast Muter (rgthree)', 'decoration'],
  ['Fast Bypasser (rgthree)', 'decoration'],
  ['Fast Actions Button (rgthree)', 'decoration'],
  ['Mute / Bypass Relay (rgthree)', 'decoration'],
  ['Mute / Bypass Repeater (rgthree)', 'decoration'],
  ['Random Unmuter (rgthree)', 'decoration'],
  ['Node Collector (rgthree)', 'decoration'],
  ['Anything Everywhere', 'broadcast'],
  ['Anything Everywhere?', 'broadcast'],
  ['Anything Everywhere3', 'broadcast'],
  ['Prompts Everywhere', 'broadcast'],
  ['Seed Everywhere', 'broadcast'],
]);

export function nodeKind({ type }: UiNode, { subgraphs, groupNodes }: UiWorkflow): NodeKind {
  if (subgraphs.has(type)) return 'subgraph';
  const groupName = /^workflow[/>](.*)$/s.exec(type)?.[1];
  if (groupName !== undefined || groupNodes.has(type)) return 'group_node';
  return KINDS.get(type) ?? 'class';
}
