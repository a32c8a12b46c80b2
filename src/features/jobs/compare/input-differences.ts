import type { JsonValue } from '@contract/json/lossless';
import { hasSameBytes, isAssetReference } from '@contract/workflow/asset-references';
import { asLink, nodeTitle, type Graph, type GraphNode } from '@contract/workflow/graph';
import { mainSources, type MainRole } from '@/domains/generation-inputs/main-sources';
import { readGenerationInputs } from '@contract/workflow/generation-inputs/read-generation-inputs';
import { isSameJson } from '@/shared/differences/same-json';

/** Value of an input in one of the workflows. */
export type InputValue =
  | { kind: 'literal'; value: JsonValue }
  /** Linked from another node. */
  | { kind: 'link' }
  | { kind: 'no_input' }
  | { kind: 'no_node' };

/** An input that differs between workflows. */
export interface InputDifference {
  nodeId: string;
  title: string;
  classType: string;
  /** `null` if the whole node is missing from some workflows. */
  input: string | null;
  /** What the input means for the result; `null` for all others. */
  role: MainRole | null;
  /** One value per workflow; for a whole node, `link` means that it exists. */
  values: readonly InputValue[];
}

export const MAX_INPUT_DIFFERENCES = 300;

/**
 * Returns the literal inputs that differ between executed workflows: prompts, models, seeds and other main inputs first, names of
 * files that are saved last. Nodes match by id and class. Links are not user input, so they only count where another workflow has a
 * value.
 */
export function inputDifferences(graphs: readonly Graph[]): InputDifference[] {
  const found: Omit<InputDifference, 'role'>[] = [];
  for (const { id, classType } of nodesOf(graphs)) {
    const nodes = graphs.map((graph) => sameNode(graph, id, classType));
    const known = nodes.filter((node) => node !== undefined);
    const about = { nodeId: id, classType, title: known[0] ? nodeTitle(known[0]) : classType };
    if (known.length < nodes.length) {
      const values = nodes.map((node): InputValue => ({ kind: node ? 'link' : 'no_node' }));
      found.push({ ...about, input: null, values });
    }
    for (const input of new Set(known.flatMap((node) => Object.keys(node.inputs)))) {
      const values = nodes.map((node) => valueOf(node, input));
      if (isDifferent(values)) found.push({ ...about, input, values });
    }
  }
  return ranked(found, graphs).slice(0, MAX_INPUT_DIFFERENCES);
}

/** Returns the literal inputs that are the same in all workflows, in the same order, each with one value. */
export function sameInputs(graphs: readonly Graph[]): InputDifference[] {
  const found = nodesOf(graphs).flatMap(({ id, classType }) => {
    const nodes = graphs.map((graph) => sameNode(graph, id, classType));
    const [first] = nodes;
    if (!first || nodes.includes(undefined)) return [];
    return Object.keys(first.inputs).flatMap((input) => {
      const values = nodes.map((node) => valueOf(node, input));
      const [value] = values;
      if (value?.kind !== 'literal' || isDifferent(values)) return [];
      return [{ nodeId: id, classType, title: nodeTitle(first), input, values: [value] }];
    });
  });
  return ranked(found, graphs).slice(0, MAX_INPUT_DIFFERENCES);
}

/** Says nothing about the result. */
const FILE_NAME = /^file_?name(?:_prefix)?$/;

function ranked(found: readonly Omit<InputDifference, 'role'>[], graphs: readonly Graph[]): InputDifference[] {
  if (found.length === 0) return [];
  const main = graphs.flatMap((graph) => mainSources(readGenerationInputs(graph, null)));
  const keyOf = (nodeId: string, input: string | null) => JSON.stringify([nodeId, input]);
  const roles = new Map(main.toReversed().map(({ nodeId, input, role }) => [keyOf(nodeId, input), role]));
  // The first workflow that has an input decides its place.
  const ranks = new Map([...roles.keys()].toReversed().map((key, rank) => [key, rank]));
  const rankOf = ({ nodeId, input }: Omit<InputDifference, 'role'>) => {
    if (input !== null && FILE_NAME.test(input)) return ranks.size + 1;
    return ranks.get(keyOf(nodeId, input)) ?? ranks.size;
  };
  return found
    .map((difference) => ({ ...difference, role: roles.get(keyOf(difference.nodeId, difference.input)) ?? null }))
    .toSorted((left, right) => rankOf(left) - rankOf(right));
}

/** Returns each node once: in the order of the first workflow, followed by nodes that only others have. */
function nodesOf(graphs: readonly Graph[]): GraphNode[] {
  const nodes = new Map<string, GraphNode>();
  for (const graph of graphs) {
    for (const node of graph.values()) {
      const key = JSON.stringify([node.id, node.classType]);
      if (!nodes.has(key)) nodes.set(key, node);
    }
  }
  return [...nodes.values()];
}

function sameNode(graph: Graph, id: string, classType: string): GraphNode | undefined {
  const node = graph.get(id);
  return node?.classType === classType ? node : undefined;
}

function valueOf(node: GraphNode | undefined, input: string): InputValue {
  if (!node) return { kind: 'no_node' };
  const value = Object.hasOwn(node.inputs, input) ? node.inputs[input] : undefined;
  if (value === undefined) return { kind: 'no_input' };
  return asLink(value) ? { kind: 'link' } : { kind: 'literal', value };
}

/** Compares the workflows that have the node. */
function isDifferent(values: readonly InputValue[]): boolean {
  const [first, ...others] = values.filter(({ kind }) => kind !== 'no_node');
  return first !== undefined && others.some((other) => !isSame(first, other));
}

function isSame(left: InputValue, right: InputValue): boolean {
  if (left.kind === 'literal' && right.kind === 'literal') {
    // The same file has a different id on each server.
    if (isAssetReference(left.value) && isAssetReference(right.value) && hasSameBytes(left.value, right.value))
      return true;
    return isSameJson(left.value, right.value);
  }
  return left.kind === right.kind;
}
