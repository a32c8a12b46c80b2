import type { JsonValue } from '../../json/lossless';
import { asLink, executionOrder, nodeLinks, type Graph, type GraphNode, type Link } from '../graph';
import {
  inputSpecs,
  outputTypes,
  type InputSpec,
  type NodeDefinition,
  type NodeDefinitions,
} from '../node-definitions';
import type { InputSource } from './generation-inputs';

/** A graph with what the definitions say about its nodes. */
export interface TracedGraph {
  graph: Graph;
  /** Nodes that an output node reads, in execution order; all nodes if there is no output node. */
  nodes: readonly GraphNode[];
  definitionOf: (node: GraphNode) => NodeDefinition | null;
  /** `undefined` if the class or the input is unknown. */
  specOf: (node: GraphNode, input: string) => InputSpec | undefined;
  /** `null` if the class is unknown. */
  outputsOf: (node: GraphNode) => readonly string[] | null;
}

export function tracedGraph(graph: Graph, definitions: NodeDefinitions | null): TracedGraph {
  const specsOf = new Map<string, ReadonlyMap<string, InputSpec>>();
  // Nodes of a class usually have the same list of inputs.
  const byName = new Map<readonly InputSpec[], ReadonlyMap<string, InputSpec>>();
  const outputs = new Map<NodeDefinition, readonly string[]>();
  const definitionOf = ({ classType }: GraphNode) =>
    definitions && Object.hasOwn(definitions, classType) ? (definitions[classType] ?? null) : null;
  const specOf = (node: GraphNode, input: string) => {
    const known = specsOf.get(node.id);
    if (known) return known.get(input);
    const definition = definitionOf(node);
    const list = definition ? inputSpecs(definition, node.inputs) : [];
    const specs = byName.get(list) ?? new Map(list.map((spec) => [spec.name, spec]));
    byName.set(list, specs);
    specsOf.set(node.id, specs);
    return specs.get(input);
  };
  const outputsOf = (node: GraphNode) => {
    const definition = definitionOf(node);
    if (!definition) return null;
    const types = outputs.get(definition) ?? outputTypes(definition);
    outputs.set(definition, types);
    return types;
  };
  return { graph, nodes: executedNodes(graph, definitionOf), definitionOf, specOf, outputsOf };
}

/** The server runs what output nodes need. A node of an unknown class counts as one if no node reads it. */
function executedNodes(graph: Graph, definitionOf: (node: GraphNode) => NodeDefinition | null): GraphNode[] {
  const { order, cyclic } = executionOrder(graph);
  const all = [...order, ...cyclic].flatMap((id) => graph.get(id) ?? []);
  const read = new Set(all.flatMap((node) => readLinks(node).map(({ link }) => link.nodeId)));
  const isEnd = (node: GraphNode) => {
    const definition = definitionOf(node);
    return definition ? definition.output_node === true : !read.has(node.id);
  };
  const ends = all.filter(isEnd);
  const needed = new Set(upstreamOf(graph, ends, () => true).map(({ id }) => id));
  for (const { id } of ends) needed.add(id);
  return needed.size === 0 ? all : all.filter(({ id }) => needed.has(id));
}

/**
 * Returns the nodes that the given ones read, directly or not, depth first. Each is returned once.
 * @param follow whether to follow a link of a node
 */
export function upstreamOf(
  graph: Graph,
  starts: readonly GraphNode[],
  follow: (node: GraphNode, input: string, source: GraphNode) => boolean,
): GraphNode[] {
  const found = new Map<string, GraphNode>();
  const pending: GraphNode[] = [];
  const pushSources = (node: GraphNode) => {
    for (const { input, link } of readLinks(node).reverse()) {
      const source = graph.get(link.nodeId);
      if (source && !found.has(source.id) && follow(node, input, source)) pending.push(source);
    }
  };
  for (const start of [...starts].reverse()) pushSources(start);
  for (let node = pending.pop(); node; node = pending.pop()) {
    if (found.has(node.id)) continue;
    found.set(node.id, node);
    pushSources(node);
  }
  return [...found.values()];
}

/** Returns the links of a node, without the one that a switch with a written value ignores. */
export function readLinks(node: GraphNode): { input: string; link: Link }[] {
  const chosen = ownInput(node, 'switch');
  const ignored = chosen === true ? 'on_false' : chosen === false ? 'on_true' : null;
  return nodeLinks(node).filter(({ input }) => input !== ignored);
}

export function ownInput(node: GraphNode, input: string): JsonValue | undefined {
  return Object.hasOwn(node.inputs, input) ? node.inputs[input] : undefined;
}

export function linkOf(node: GraphNode, input: string): Link | null {
  return asLink(ownInput(node, input));
}

/** `prompt` for `model.prompt`: inputs that a choice adds have its name before theirs. */
export function baseName(input: string): string {
  return input.slice(input.lastIndexOf('.') + 1);
}

/** Inputs of nodes that pass a value on. */
const VALUE_INPUTS = ['value', 'seed', 'number', 'int', 'float', 'string', 'text'];

/**
 * Returns the written value of an input, across links to nodes that only pass a value on, such as primitives and reroutes. `null` if it is
 * computed or missing.
 */
export function writtenValue(
  { graph }: TracedGraph,
  nodeId: string,
  input: string,
): (InputSource & { value: JsonValue }) | null {
  const wanted = baseName(input);
  const seen = new Set<string>();
  let at: InputSource | null = { nodeId, input };
  while (at) {
    const { nodeId: id, input: name }: InputSource = at;
    const node = graph.get(id);
    const value = node && ownInput(node, name);
    if (value === undefined || seen.has(`${id} ${name}`)) return null;
    seen.add(`${id} ${name}`);
    const link = asLink(value);
    if (!link) return { nodeId: id, input: name, value };
    const source = graph.get(link.nodeId);
    const passed: string | undefined = source && passedInput(source, wanted);
    at = source && passed !== undefined ? { nodeId: source.id, input: passed } : null;
  }
  return null;
}

function passedInput(node: GraphNode, wanted: string): string | undefined {
  const names = Object.keys(node.inputs);
  return names.length === 1 ? names[0] : [wanted, ...VALUE_INPUTS].find((name) => names.includes(name));
}
