import { isAssetReference } from '@contract/workflow/asset-references';
import {
  asLink,
  executionOrder,
  isJsonObject,
  nodeLinks,
  nodeTitle,
  type Graph,
  type GraphNode,
} from '@contract/workflow/graph';
import { LosslessNumber, type JsonObject, type JsonValue } from '@contract/json/lossless';
import { t } from '@/lib/i18n/messages';
import { NODE_HEIGHT, IMAGE_HEIGHT, type LayoutRequest } from './layout/layout-size';

/** Model of a workflow graph without run state. Pure, and independent of rendering. */

export interface ModelInput {
  name: string;
  from: string;
  slot: number;
  /** The node is referenced but missing from the workflow. */
  isMissing: boolean;
}

export interface ModelValue {
  name: string;
  text: string;
  isText: boolean;
}

/** A node without its values. */
interface ShapeNode {
  id: string;
  title: string;
  className: string;
  inputs: readonly ModelInput[];
  /** Output slots with at least one reader, ascending. */
  slots: readonly number[];
}

export interface ModelNode extends ShapeNode {
  values: readonly ModelValue[];
}

export interface ModelEdge {
  /** Unique, since an input has one source. */
  id: string;
  source: string;
  slot: number;
  target: string;
  input: string;
}

/** Everything that positions and links depend on. */
export interface GraphShape {
  /** Nodes in execution order; nodes of cycles are last. */
  nodes: readonly ShapeNode[];
  edges: readonly ModelEdge[];
  indexOf: ReadonlyMap<string, number>;
}

export interface GraphModel extends GraphShape {
  nodes: readonly ModelNode[];
  /** The same object while only values change. */
  shape: GraphShape;
}

export function graphModel(graph: Graph): GraphModel {
  const { order, cyclic } = executionOrder(graph);
  const edges: ModelEdge[] = [];
  const readSlots = new Map<string, Set<number>>();
  const drafts = [...order, ...cyclic].flatMap((id) => {
    const node = graph.get(id);
    return node ? [{ node, ...readInputs(node, graph) }] : [];
  });
  for (const { node, inputs } of drafts) {
    for (const { name, from, slot, isMissing } of inputs) {
      if (isMissing) continue;
      edges.push({ id: `${node.id} ${name}`, source: from, slot, target: node.id, input: name });
      const slots = readSlots.get(from);
      if (slots) slots.add(slot);
      else readSlots.set(from, new Set([slot]));
    }
  }
  const nodes = drafts.map(({ node, inputs, values }): ModelNode => {
    const slots = [...(readSlots.get(node.id) ?? [])].sort((a, b) => a - b);
    return { id: node.id, title: nodeTitle(node), className: node.classType, values, inputs, slots };
  });
  const shape = { nodes, edges, indexOf: new Map(nodes.map(({ id }, index) => [id, index])) };
  return { ...shape, shape };
}

/** Returns the model of a graph that was changed. If only values are different, everything else stays as it is. */
export function changedModel(model: GraphModel, before: Graph, graph: Graph): GraphModel {
  const changed = changedNodes(before, graph);
  if (changed === null) return graphModel(graph);
  const nodes = [...model.nodes];
  for (const node of changed) {
    const index = model.indexOf.get(node.id) ?? -1;
    const known = nodes[index];
    if (known) nodes[index] = { ...known, values: readInputs(node, graph).values };
  }
  return { ...model, nodes };
}

/** Returns the nodes whose values may be different; `null` if anything else is. */
function changedNodes(before: Graph, graph: Graph): GraphNode[] | null {
  if (before.size !== graph.size) return null;
  const changed: GraphNode[] = [];
  const ids = before.keys();
  for (const [id, node] of graph) {
    const known = before.get(id);
    if (known === undefined || ids.next().value !== id) return null;
    if (known === node) continue;
    if (known.title !== node.title || known.classType !== node.classType) return null;
    if (JSON.stringify(nodeLinks(known)) !== JSON.stringify(nodeLinks(node))) return null;
    changed.push(node);
  }
  return changed;
}

function readInputs(node: GraphNode, graph: Graph) {
  const inputs: ModelInput[] = [];
  const values: ModelValue[] = [];
  for (const [name, value] of Object.entries(node.inputs)) {
    const link = asLink(value);
    if (link) inputs.push({ name, from: link.nodeId, slot: link.slot, isMissing: !graph.has(link.nodeId) });
    else values.push({ name, text: valueText(value), isText: typeof value === 'string' || isAssetReference(value) });
  }
  return { inputs, values };
}

const MAX_TEXT = 48;

/** Returns a literal in one short line. Numbers keep their digits. */
export function valueText(value: JsonValue): string {
  if (typeof value === 'string') return shortened(value);
  if (value instanceof LosslessNumber) return value.raw;
  if (isAssetReference(value)) return assetName(value);
  if (isJsonObject(value)) {
    const wrapped = value['__value__'];
    return Array.isArray(wrapped) ? listText(wrapped) : '{…}';
  }
  if (Array.isArray(value)) return listText(value);
  return String(value);
}

function shortened(text: string): string {
  // Only the start is processed: a prompt can be very long.
  const line = text
    .slice(0, MAX_TEXT * 4)
    .replace(/\s+/g, ' ')
    .trim();
  return line.length > MAX_TEXT || text.length > MAX_TEXT * 4 ? `${line.slice(0, MAX_TEXT - 1).trimEnd()}…` : line;
}

function assetName(value: JsonObject): string {
  const info = value['info'];
  const path = isJsonObject(info) ? info['file_path'] : null;
  const name = typeof path === 'string' ? (path.split('/').at(-1) ?? '') : '';
  return name === '' ? t('stored file') : shortened(name);
}

const listText = (list: readonly JsonValue[]) =>
  t('{count, plural, one {# value} other {# values}}', { count: list.length });

const VALUES_ON_NODE = 2;

/** Returns the one or two values shown on the node: a single text without its name, anything else with it. */
export function valueLine({ values }: Pick<ModelNode, 'values'>): string {
  return values
    .filter(({ text }) => text !== '')
    .slice(0, VALUES_ON_NODE)
    .map(({ name, text, isText }) => (isText ? text : `${name} ${text}`))
    .join(', ');
}

/** Returns the shape of the graph for a layout. @param hasImageRoom ids of nodes with room for an image */
export function layoutRequest(model: GraphShape, hasImageRoom: ReadonlySet<string>): LayoutRequest {
  const heights = model.nodes.map(({ id }) => (hasImageRoom.has(id) ? NODE_HEIGHT + IMAGE_HEIGHT : NODE_HEIGHT));
  return { heights, links: linkPairs(model) };
}

/** Returns the source and reader of each link as indexes; several links between the same two nodes are one pair. */
export function linkPairs({ nodes, edges, indexOf }: GraphShape): [source: number, reader: number][] {
  const seen = new Set<number>();
  const pairs: [number, number][] = [];
  for (const { source, target } of edges) {
    const from = indexOf.get(source);
    const to = indexOf.get(target);
    if (from === undefined || to === undefined) continue;
    const pair = from * nodes.length + to;
    if (seen.has(pair)) continue;
    seen.add(pair);
    pairs.push([from, to]);
  }
  return pairs;
}
