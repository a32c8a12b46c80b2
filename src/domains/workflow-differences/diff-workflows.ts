import type { JsonValue } from '@contract/json/lossless';
import { asLink, executionOrder, type Graph, type GraphNode, type Link } from '@contract/workflow/graph';
import { hasSameIds, isSameLiteral, pairById, pairByStructure, type NodePairs } from './match-nodes';

/** Input that differs between the two versions of a node; `undefined` if a version does not have it. */
export interface InputChange {
  input: string;
  /** Links are in the ids of their own workflow. */
  before: JsonValue | undefined;
  after: JsonValue | undefined;
}

export type NodeDifference =
  | { kind: 'added'; after: GraphNode }
  | { kind: 'removed'; before: GraphNode }
  /** Class, title or inputs differ. */
  | { kind: 'changed'; before: GraphNode; after: GraphNode; inputs: readonly InputChange[] };

export interface WorkflowDifferences {
  before: Graph;
  after: Graph;
  /** In execution order; removed nodes last. */
  nodes: readonly NodeDifference[];
  /** The same node in both workflows: id before → id after. */
  pairs: NodePairs;
}

/**
 * Compares two workflows. Nodes are the same if they have the same id and class, otherwise by their position and content, so that
 * nodes of a workflow that was exported again with other ids only differ if their content does (decision 088).
 */
export function diffWorkflows(before: Graph, after: Graph): WorkflowDifferences {
  const byId = compare(before, after, pairById(before, after));
  if (byId.nodes.length === 0) return byId;
  const byStructure = compare(before, after, pairByStructure(before, after));
  if (byStructure.nodes.length === 0) return byStructure;
  return hasSameIds(before, after) || countChanges(byId) <= countChanges(byStructure) ? byId : byStructure;
}

function compare(before: Graph, after: Graph, pairs: NodePairs): WorkflowDifferences {
  const counterparts = new Map([...pairs].map(([id, counterpart]) => [counterpart, id]));
  const isSameLink = (left: Link, right: Link) => {
    if (left.slot !== right.slot) return false;
    const counterpart = pairs.get(left.nodeId);
    if (counterpart !== undefined) return counterpart === right.nodeId;
    // Missing in one of the workflows: that difference is shown at the node itself.
    const areDifferentNodes = before.has(left.nodeId) && after.has(right.nodeId);
    return left.nodeId === right.nodeId && !areDifferentNodes && !counterparts.has(right.nodeId);
  };
  const isSame = (left: JsonValue, right: JsonValue) => {
    const [from, to] = [asLink(left), asLink(right)];
    return from && to ? isSameLink(from, to) : !from && !to && isSameLiteral(left, right);
  };

  const nodes: NodeDifference[] = [];
  const { order, cyclic } = executionOrder(after);
  for (const id of [...order, ...cyclic]) {
    const node = after.get(id);
    const old = before.get(counterparts.get(id) ?? '');
    if (!node) continue;
    if (!counterparts.has(id) || !old) {
      nodes.push({ kind: 'added', after: node });
      continue;
    }
    const inputs = inputChanges(old, node, isSame);
    if (inputs.length > 0 || hasOtherClass({ before: old, after: node }) || old.title !== node.title) {
      nodes.push({ kind: 'changed', before: old, after: node, inputs });
    }
  }
  for (const node of before.values()) {
    if (!pairs.has(node.id)) nodes.push({ kind: 'removed', before: node });
  }
  return { before, after, nodes, pairs };
}

function inputChanges(
  { inputs: before }: GraphNode,
  { inputs: after }: GraphNode,
  isSame: (left: JsonValue, right: JsonValue) => boolean,
): InputChange[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  const changes = [...names].map((input) => ({ input, before: own(before, input), after: own(after, input) }));
  return changes.filter((one) => one.before === undefined || one.after === undefined || !isSame(one.before, one.after));
}

function own(inputs: GraphNode['inputs'], name: string): JsonValue | undefined {
  return Object.hasOwn(inputs, name) ? inputs[name] : undefined;
}

export function hasOtherClass({ before, after }: { before: GraphNode; after: GraphNode }): boolean {
  return before.classType !== after.classType;
}

export function countChanges({ nodes }: Pick<WorkflowDifferences, 'nodes'>): number {
  return nodes.reduce((sum, node) => sum + changesOf(node), 0);
}

function changesOf(node: NodeDifference): number {
  if (node.kind === 'added') return 1 + Object.keys(node.after.inputs).length;
  if (node.kind === 'removed') return 1 + Object.keys(node.before.inputs).length;
  return node.inputs.length + Number(hasOtherClass(node)) + Number(node.before.title !== node.after.title);
}

export type DifferenceFilter = 'all' | 'values' | 'structure';

/** Returns only differences of literals and titles, or only those of nodes, classes and links. */
export function filterDifferences(nodes: readonly NodeDifference[], filter: DifferenceFilter): NodeDifference[] {
  if (filter === 'all') return [...nodes];
  return nodes.flatMap((node): NodeDifference[] => {
    if (node.kind !== 'changed') return filter === 'structure' ? [node] : [];
    const inputs = node.inputs.filter((change) => isStructural(change) === (filter === 'structure'));
    const isShown =
      inputs.length > 0 || (filter === 'structure' ? hasOtherClass(node) : node.before.title !== node.after.title);
    return isShown ? [{ ...node, inputs }] : [];
  });
}

function isStructural({ before, after }: InputChange): boolean {
  return asLink(before) !== null || asLink(after) !== null;
}

/** Returns the number of paired nodes with different ids. */
export function countRenumbered({ pairs }: Pick<WorkflowDifferences, 'pairs'>): number {
  return [...pairs].filter(([id, counterpart]) => id !== counterpart).length;
}
