import {
  JsonSyntaxError,
  LosslessNumber,
  parseJsonInSlices,
  type JsonObject,
  type JsonValue,
  type ParseOptions,
} from '../json/lossless';
import { newNodeErrors, type NodeErrors } from '../jobs/node-errors';
import { finish, SliceMeter, type Slices } from '../slices';

/**
 * API-format workflow (docs/api-notes.md, ComfyUI's protocol): a map of node id to `{class_type, inputs, _meta?}`. A link is
 * `[node id, output slot]`; a literal list is wrapped as `{"__value__": [...]}`; a file of the surface is a `core/ASSET` object.
 * Ids are arbitrary strings (such as `30:6`), input names may contain dots.
 */

export interface GraphNode {
  id: string;
  classType: string;
  /** `_meta.title`, or `null`. */
  title: string | null;
  inputs: JsonObject;
}

/** In text order for ids that are not array indexes, else by number: JavaScript sorts keys that way. */
export type Graph = ReadonlyMap<string, GraphNode>;

export type WorkflowProblem =
  | { kind: 'broken_json'; message: string; line: number; column: number }
  | { kind: 'too_deep'; message: string }
  | { kind: 'not_an_object'; message: string }
  | { kind: 'ui_format'; message: string }
  | { kind: 'empty'; message: string }
  | { kind: 'bad_nodes'; message: string; nodeErrors: NodeErrors };

export type WorkflowParseResult = { ok: true; graph: Graph } | { ok: false; problem: WorkflowProblem };

export interface Link {
  nodeId: string;
  slot: number;
}

/**
 * Returns true for the editor's own save format, with `nodes` and `links`, which is not an API-format graph (Job API 4, rule 2).
 */
export function isUiFormat(value: JsonValue): boolean {
  return isJsonObject(value) && Array.isArray(value['nodes']) && 'links' in value;
}

export function isJsonObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof LosslessNumber);
}

/**
 * Returns the link in a two-element list of node id and slot. Every exporter writes ids as text; ComfyUI accepts nothing else.
 */
export function asLink(value: JsonValue | undefined): Link | null {
  if (!Array.isArray(value) || value.length !== 2) return null;
  const [nodeId, slot] = value;
  if (typeof nodeId !== 'string' || typeof slot !== 'number' || !Number.isInteger(slot) || slot < 0) return null;
  return { nodeId, slot };
}

/** Parses workflow text; returns every problem and throws none. */
export function readWorkflow(text: string, options: ParseOptions = {}): WorkflowParseResult {
  return finish(readWorkflowInSlices(text, options));
}

export function* readWorkflowInSlices(text: string, options: ParseOptions = {}): Slices<WorkflowParseResult> {
  let value: JsonValue;
  try {
    value = yield* parseJsonInSlices(text, options);
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    if (error.reason === 'depth') return { ok: false, problem: { kind: 'too_deep', message: error.message } };
    return {
      ok: false,
      problem: { kind: 'broken_json', message: error.message, line: error.line, column: error.column },
    };
  }
  yield;
  return readGraph(value);
}

/** Converts a parsed value to a graph. */
export function readGraph(value: JsonValue): WorkflowParseResult {
  if (!isJsonObject(value)) {
    const isNumber = value instanceof LosslessNumber;
    const found = Array.isArray(value) ? 'a list' : value === null ? 'null' : `a ${isNumber ? 'number' : typeof value}`;
    return {
      ok: false,
      problem: { kind: 'not_an_object', message: `A workflow is an object of nodes; this is ${found}` },
    };
  }
  if (isUiFormat(value)) {
    return {
      ok: false,
      problem: {
        kind: 'ui_format',
        message: 'This is the editor format (nodes and links). Export it with "Export (API)" to run it',
      },
    };
  }
  const entries = Object.entries(value);
  if (entries.length === 0) return { ok: false, problem: { kind: 'empty', message: 'The workflow has no nodes' } };
  const graph = new Map<string, GraphNode>();
  const nodeErrors = newNodeErrors();
  for (const [id, node] of entries) {
    if (!isJsonObject(node)) {
      nodeErrors[id] = [
        { field: '', reason: 'invalid_node', message: 'A node is an object with class_type and inputs' },
      ];
      continue;
    }
    const classType = node['class_type'];
    if (typeof classType !== 'string' || classType === '') {
      nodeErrors[id] = [{ field: 'class_type', reason: 'missing_class_type', message: 'The node names no class_type' }];
      continue;
    }
    const inputs = node['inputs'] ?? {};
    if (!isJsonObject(inputs)) {
      nodeErrors[id] = [
        { field: 'inputs', reason: 'invalid_inputs', message: 'inputs is an object of names and values' },
      ];
      continue;
    }
    const meta = node['_meta'];
    const title = isJsonObject(meta) && typeof meta['title'] === 'string' ? meta['title'] : null;
    graph.set(id, { id, classType, title, inputs });
  }
  const bad = Object.keys(nodeErrors).length;
  if (bad > 0) {
    const message = bad === 1 ? `Node ${Object.keys(nodeErrors)[0]} is not a node` : `${bad} entries are not nodes`;
    return { ok: false, problem: { kind: 'bad_nodes', message, nodeErrors } };
  }
  return { ok: true, graph };
}

/** Returns each class of the graph once. */
export function classesOf(graph: Graph): string[] {
  return [...new Set([...graph.values()].map(({ classType }) => classType))];
}

/** Display names of classes, as node definitions contain them. */
export type ClassNames = Readonly<Record<string, { display_name?: string | null | undefined }>>;

/** Returns the display name of the node: its title, else that of its class. */
export function nodeTitle({ title, classType }: GraphNode, classes?: ClassNames | null): string {
  if (title) return title;
  const known = classes && Object.hasOwn(classes, classType) ? classes[classType] : undefined;
  return known?.display_name || classType;
}

/** Returns true if a title does not tell which node is meant: it is unknown, or also that of another node. */
export function needsNodeId(graph: Graph | null, nodeId: string, classes?: ClassNames | null): boolean {
  const node = graph?.get(nodeId);
  if (!graph || !node) return true;
  const title = nodeTitle(node, classes);
  return [...graph.values()].some((other) => other.id !== nodeId && nodeTitle(other, classes) === title);
}

/** Returns the title of a node, with its id if another one has the same; `null` if it is not in the graph. */
export function nodeName(graph: Graph | null, nodeId: string, classes?: ClassNames | null): string | null {
  const node = graph?.get(nodeId);
  if (!node) return null;
  const title = nodeTitle(node, classes);
  return needsNodeId(graph, nodeId, classes) ? `${title} ${nodeId}` : title;
}

export function nodeLinks(node: GraphNode): { input: string; link: Link }[] {
  const links: { input: string; link: Link }[] = [];
  // Few of a node's thousand inputs are links: no pair is allocated for the others.
  for (const input of Object.keys(node.inputs)) {
    const link = asLink(node.inputs[input]);
    if (link) links.push({ input, link });
  }
  return links;
}

/** Sorting one node takes as long as reading this many values. */
const VALUES_PER_NODE = 4;

/**
 * Sorts node ids topologically; ties keep the graph order. `cyclic` contains the ids in or behind cycles. Links to missing nodes
 * are ignored. Iterative, since chains may be 10,000 nodes long.
 */
export function executionOrder(graph: Graph): { order: string[]; cyclic: string[] } {
  return finish(executionOrderInSlices(graph));
}

export function* executionOrderInSlices(graph: Graph): Slices<{ order: string[]; cyclic: string[] }> {
  const meter = new SliceMeter();
  const waitingFor = new Map<string, number>();
  const readers = new Map<string, string[]>();
  for (const node of graph.values()) {
    if (meter.isFull(VALUES_PER_NODE + Object.keys(node.inputs).length)) yield;
    const sources = new Set(nodeLinks(node).map(({ link }) => link.nodeId));
    let known = 0;
    for (const source of sources) {
      if (!graph.has(source)) continue;
      known += 1;
      const list = readers.get(source);
      if (list) list.push(node.id);
      else readers.set(source, [node.id]);
    }
    waitingFor.set(node.id, known);
  }
  yield;
  const order: string[] = [];
  let ready = [...graph.keys()].filter((id) => waitingFor.get(id) === 0);
  while (ready.length > 0) {
    const next: string[] = [];
    for (const id of ready) {
      order.push(id);
      for (const reader of readers.get(id) ?? []) {
        const left = (waitingFor.get(reader) ?? 0) - 1;
        waitingFor.set(reader, left);
        if (left === 0) next.push(reader);
      }
    }
    ready = next;
  }
  const placed = new Set(order);
  return { order, cyclic: [...graph.keys()].filter((id) => !placed.has(id)) };
}
