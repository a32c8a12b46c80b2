import { isNumber, isObject, member } from '@contract/json/json-values';
import type { JsonObject, JsonValue } from '@contract/json/lossless';

/**
 * Workflow as ComfyUI's editor saves it (litegraph schemas 0.4 and 1.0), read without trust: everything that does not have the
 * expected shape is left out here and missed later, with a problem at the node that needs it.
 */

export interface UiInput {
  name: string;
  type: string;
  /** Key of the link; `null` if nothing is connected. */
  link: string | null;
  /** Name of the widget that the input stands for. */
  widget: string | null;
  /** Name that the author gave it. */
  label?: string;
}

export interface UiOutput {
  type: string;
}

/** Position and size in the editor. */
export interface UiBox {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface UiNode {
  id: string;
  type: string;
  title: string | null;
  mode: number;
  inputs: UiInput[];
  outputs: UiOutput[];
  /** Values in the order of the widgets. */
  values: JsonValue[] | null;
  /** Values by name; newer editors and some node packs save them. */
  namedValues: JsonObject | null;
  properties: JsonObject;
  /** Without its title, which is above. `null` if the file has no position. */
  box: UiBox | null;
  /** `#rrggbb` or shorter. */
  color: string | null;
  isCollapsed: boolean;
}

export interface UiLink {
  originId: string;
  originSlot: number;
  targetId: string;
  targetSlot: number;
}

/** Input or output of a subgraph, seen from inside. */
export interface UiPort {
  name: string;
  type: string;
  linkIds: string[];
  /** Name that the author gave it. */
  label?: string;
}

export interface UiGraph {
  /** Id of the subgraph; `null` for the workflow itself. */
  subgraphId: string | null;
  name: string | null;
  nodes: Map<string, UiNode>;
  links: Map<string, UiLink>;
  groups: { title: string; color: string | null; box: UiBox }[];
  inputs: UiPort[];
  outputs: UiPort[];
  /** Ids that links use for the two ends of a subgraph. */
  inputNodeId: string;
  outputNodeId: string;
}

export interface UiWorkflow {
  root: UiGraph;
  subgraphs: Map<string, UiGraph>;
  /** Group nodes, the predecessors of subgraphs, by name. */
  groupNodes: Map<string, UiGroupNode>;
  /** Nodes that have no id or no class: their position in the list. */
  unreadable: number[];
  /** What the author chose for App mode, in which the editor shows a form instead of the graph. */
  app: UiApp;
}

export interface UiApp {
  /** Ids as saved, in forms that differ by version of the editor, and names of widgets. */
  inputs: { id: string; name: string }[];
  /** Nodes whose outputs are shown. */
  outputs: string[];
}

/** What the nodes of a type `workflow/…` stand for. Members are named by their position. */
export interface UiGroupNode {
  nodes: UiNode[];
  links: { from: number; fromSlot: number; to: number; toSlot: number }[];
  /** Type of the first link to a member, also from outside. */
  types: Map<number, string>;
  /** Outputs that are used outside: position and slot. */
  external: Set<string>;
  /** By position. */
  config: { inputNames: Map<string, string>; hiddenInputs: Set<string>; outputs: Map<number, boolean> }[];
}

/** Values of `mode`. */
export const MUTED = 2;
export const BYPASSED = 4;

const INPUT_NODE_ID = '-10';
const OUTPUT_NODE_ID = '-20';

export function readUiWorkflow(value: JsonValue): UiWorkflow {
  const unreadable: number[] = [];
  const subgraphs = new Map<string, UiGraph>();
  for (const definition of listOf(member(member(value, 'definitions'), 'subgraphs'))) {
    const id = keyOf(member(definition, 'id'));
    if (id !== null) subgraphs.set(id, readGraph(definition, id, unreadable));
  }
  return {
    root: readGraph(value, null, unreadable),
    subgraphs,
    groupNodes: readGroupNodes(member(member(value, 'extra'), 'groupNodes')),
    unreadable,
    app: readApp(member(member(value, 'extra'), 'linearData')),
  };
}

function readApp(value: JsonValue | undefined): UiApp {
  return {
    inputs: listOf(member(value, 'inputs')).flatMap((entry) => {
      const [id, name] = listOf(entry);
      const key = keyOf(id);
      return key === null ? [] : [{ id: key, name: textOf(name) ?? '' }];
    }),
    outputs: listOf(member(value, 'outputs')).flatMap((id) => keyOf(id) ?? []),
  };
}

function readGraph(value: JsonValue, subgraphId: string | null, unreadable: number[]): UiGraph {
  const nodes = new Map<string, UiNode>();
  for (const [index, entry] of listOf(member(value, 'nodes')).entries()) {
    const node = readNode(entry);
    if (node && !nodes.has(node.id)) nodes.set(node.id, node);
    else unreadable.push(index);
  }
  const graph: UiGraph = {
    subgraphId,
    name: textOf(member(value, 'name')),
    nodes,
    links: readLinks(member(value, 'links')),
    groups: listOf(member(value, 'groups')).flatMap(readFrame),
    inputs: listOf(member(value, 'inputs')).map(readPort),
    outputs: listOf(member(value, 'outputs')).map(readPort),
    inputNodeId: keyOf(member(member(value, 'inputNode'), 'id')) ?? INPUT_NODE_ID,
    outputNodeId: keyOf(member(member(value, 'outputNode'), 'id')) ?? OUTPUT_NODE_ID,
  };
  for (const [id, link] of graph.links) {
    addLink(graph.inputs, id, link.originId === graph.inputNodeId ? link.originSlot : null);
    addLink(graph.outputs, id, link.targetId === graph.outputNodeId ? link.targetSlot : null);
  }
  return graph;
}

/** Ports list their links; files by other programs may not. */
function addLink(ports: readonly UiPort[], linkId: string, slot: number | null): void {
  const port = slot === null ? undefined : ports[slot];
  if (port && !port.linkIds.includes(linkId)) port.linkIds.push(linkId);
}

function readNode(entry: JsonValue): UiNode | null {
  const id = keyOf(member(entry, 'id'));
  return id === null || textOf(member(entry, 'type')) === null ? null : readNodeAs(entry, id);
}

/** Reads a node that has another id in the file, or none. */
function readNodeAs(entry: JsonValue, id: string): UiNode {
  const values = member(entry, 'widgets_values');
  const named = member(entry, 'widgets_values_named');
  const properties = member(entry, 'properties');
  const mode = member(entry, 'mode');
  return {
    id,
    type: textOf(member(entry, 'type')) ?? '',
    title: textOf(member(entry, 'title')),
    mode: isNumber(mode) ? Number(mode) : 0,
    inputs: listOf(member(entry, 'inputs')).map(readInput),
    outputs: listOf(member(entry, 'outputs')).map((output) => ({ type: typeOf(member(output, 'type')) })),
    values: Array.isArray(values) ? values : null,
    namedValues: isObject(named) ? named : isObject(values) ? values : null,
    properties: isObject(properties) ? properties : {},
    box: boxOf(member(entry, 'pos'), member(entry, 'size')),
    color: colorOf(member(entry, 'bgcolor')) ?? colorOf(member(entry, 'color')),
    isCollapsed: member(member(entry, 'flags'), 'collapsed') === true,
  };
}

function readFrame(entry: JsonValue): UiGraph['groups'] {
  const [x, y, width, height] = numbersOf(member(entry, 'bounding'));
  const box = boxOf([x ?? null, y ?? null], [width ?? null, height ?? null]);
  return box ? [{ title: textOf(member(entry, 'title')) ?? '', color: colorOf(member(entry, 'color')), box }] : [];
}

const DEFAULT_WIDTH = 210;
const DEFAULT_HEIGHT = 60;
/** Farther away is a mistake, which would make everything else invisible. */
const MAX_COORDINATE = 1e6;

function boxOf(position: JsonValue | undefined, size: JsonValue | undefined): UiBox | null {
  const [x, y] = numbersOf(position);
  if (x === undefined || y === undefined) return null;
  const [width, height] = numbersOf(size);
  return { x, y, width: Math.max(1, width ?? DEFAULT_WIDTH), height: Math.max(0, height ?? DEFAULT_HEIGHT) };
}

/** Numbers of a list, or of an object of such, as early editors saved them. Ends before the first that is none. */
function numbersOf(value: JsonValue | undefined): number[] {
  const numbers = (isObject(value) ? Object.values(value) : listOf(value)).map((each) =>
    isNumber(each) ? Math.round(Number(each)) : Number.NaN,
  );
  const end = numbers.findIndex((each) => !(Math.abs(each) <= MAX_COORDINATE));
  return end === -1 ? numbers : numbers.slice(0, end);
}

function colorOf(value: JsonValue | undefined): string | null {
  return typeof value === 'string' && /^#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/i.test(value) ? value : null;
}

function readInput(entry: JsonValue): UiInput {
  return {
    name: textOf(member(entry, 'name')) ?? '',
    type: typeOf(member(entry, 'type')),
    link: keyOf(member(entry, 'link')),
    widget: textOf(member(member(entry, 'widget'), 'name')),
    ...labelOf(entry),
  };
}

function readPort(entry: JsonValue): UiPort {
  return {
    name: textOf(member(entry, 'name')) ?? '',
    type: typeOf(member(entry, 'type')),
    linkIds: listOf(member(entry, 'linkIds')).flatMap((id) => keyOf(id) ?? []),
    ...labelOf(entry),
  };
}

function labelOf(entry: JsonValue): { label?: string } {
  const label = textOf(member(entry, 'label'));
  return label === null ? {} : { label };
}

/** Lists in schema 0.4, objects in schema 1.0 and in subgraphs; a map of either in files of early editors. */
function readLinks(value: JsonValue | undefined): Map<string, UiLink> {
  const links = new Map<string, UiLink>();
  for (const entry of isObject(value) ? Object.values(value) : listOf(value)) {
    const [id, originId, originSlot, targetId, targetSlot] = Array.isArray(entry)
      ? entry
      : ['id', 'origin_id', 'origin_slot', 'target_id', 'target_slot'].map((name) => member(entry, name));
    const key = keyOf(id);
    const origin = keyOf(originId);
    const target = keyOf(targetId);
    if (key === null || origin === null || target === null) continue;
    links.set(key, {
      originId: origin,
      originSlot: slotOf(originSlot),
      targetId: target,
      targetSlot: slotOf(targetSlot),
    });
  }
  return links;
}

function readGroupNodes(value: JsonValue | undefined): Map<string, UiGroupNode> {
  const entries = isObject(value) ? Object.entries(value) : [];
  return new Map(entries.map(([name, entry]) => [name, readGroup(entry)]));
}

function readGroup(entry: JsonValue): UiGroupNode {
  const nodes = listOf(member(entry, 'nodes')).map((node, at) => readNodeAs(node, String(at)));
  const rows = listOf(member(entry, 'links')).map(listOf);
  const types = new Map<number, string>();
  const links: UiGroupNode['links'] = [];
  for (const [from, fromSlot, to, toSlot, , type] of rows) {
    if (!isNumber(to)) continue;
    if (typeof type === 'string' && !types.has(Number(to))) types.set(Number(to), type);
    // Links from outside have no source.
    if (isNumber(from))
      links.push({ from: Number(from), fromSlot: slotOf(fromSlot), to: Number(to), toSlot: slotOf(toSlot) });
  }
  const external = listOf(member(entry, 'external')).map((row) => listOf(row).slice(0, 2).map(String).join(' '));
  const config = nodes.map((_, at) => readConfig(member(member(entry, 'config'), String(at))));
  return { nodes, links, types, external: new Set(external), config };
}

function readConfig(value: JsonValue | undefined): UiGroupNode['config'][number] {
  const inputs = Object.entries(objectOf(member(value, 'input')));
  const outputs = Object.entries(objectOf(member(value, 'output')));
  return {
    inputNames: new Map(
      inputs.flatMap(([key, input]) => {
        const name = member(input, 'name');
        return typeof name === 'string' ? [[key, name] as const] : [];
      }),
    ),
    hiddenInputs: new Set(inputs.filter(([, input]) => member(input, 'visible') === false).map(([key]) => key)),
    outputs: new Map(
      outputs.flatMap(([key, output]) => {
        const visible = member(output, 'visible');
        return typeof visible === 'boolean' ? [[Number(key), visible] as const] : [];
      }),
    ),
  };
}

function objectOf(value: JsonValue | undefined): Record<string, JsonValue> {
  return isObject(value) ? value : {};
}

function listOf(value: JsonValue | undefined): JsonValue[] {
  return Array.isArray(value) ? value : [];
}

function textOf(value: JsonValue | undefined): string | null {
  return typeof value === 'string' ? value : null;
}

/** Ids are numbers or texts; both name the same node. */
function keyOf(value: JsonValue | undefined): string | null {
  return typeof value === 'string' || isNumber(value) ? String(value) : null;
}

function slotOf(value: JsonValue | undefined): number {
  return isNumber(value) || typeof value === 'string' ? Number(value) : Number.NaN;
}

/** A list is the enumeration of an old combo; `0` and `*` mean any type. */
function typeOf(value: JsonValue | undefined): string {
  if (Array.isArray(value)) return 'COMBO';
  return typeof value === 'string' ? value : '*';
}
