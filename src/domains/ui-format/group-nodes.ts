import type { JsonValue } from '@contract/json/lossless';
import type { NodeDefinitions } from '@contract/workflow/node-definitions';
import type { UiGraph, UiGroupNode, UiNode, UiPort, UiWorkflow } from './ui-graph';
import { controlSlots, definedInputs, hasUploadButton, isUploadButton, type DefinedInput } from './widget-slots';
import { readWidgetValues } from './widget-values';

/**
 * Group nodes are the predecessors of subgraphs. A node of the workflow stands for a list of nodes, has their free inputs and outputs in
 * their order, and saves the values of all their widgets in one list. Each is opened as a subgraph of its own.
 */

/** Group nodes in group nodes multiply: this many nodes are more than any editor shows. */
const MAX_NODES = 50_000;

/** Returns the workflow with its group nodes opened. What cannot be opened for certain stays, and is a problem later. */
export function openGroupNodes(workflow: UiWorkflow, definitions: NodeDefinitions): UiWorkflow {
  if (workflow.groupNodes.size === 0) return workflow;
  const subgraphs = new Map(workflow.subgraphs);
  const root = { ...workflow.root, nodes: new Map(workflow.root.nodes) };
  /** Graphs with the names of the group nodes around them. Grows while it is read. */
  const pending: [UiGraph, readonly string[]][] = [[root, []]];
  for (const [id, graph] of workflow.subgraphs) {
    const copy = { ...graph, nodes: new Map(graph.nodes) };
    subgraphs.set(id, copy);
    pending.push([copy, []]);
  }
  let count = 0;
  for (const [graph, around] of pending) {
    for (const node of graph.nodes.values()) {
      const name = groupName(node);
      const group = name !== null && !around.includes(name) ? workflow.groupNodes.get(name) : undefined;
      if (name === null || !group) continue;
      count += group.nodes.length;
      if (count > MAX_NODES) return { ...workflow, root, subgraphs };
      const opened = openGroup(name, group, node, definitions);
      if (!opened) continue;
      const id = `group node ${subgraphs.size}`;
      const inner = { ...opened.graph, subgraphId: id };
      subgraphs.set(id, inner);
      graph.nodes.set(node.id, { ...node, type: id, title: node.title ?? name, inputs: opened.inputs, values: null });
      pending.push([inner, [...around, name]]);
    }
  }
  return { ...workflow, root, subgraphs };
}

export function groupName({ type }: Pick<UiNode, 'type'>): string | null {
  return /^workflow[/>](.*)$/s.exec(type)?.[1] ?? null;
}

interface Member {
  node: UiNode;
  /** Widgets in their order. Empty for a class that is not known. */
  widgets: DefinedInput[];
  hasButton: boolean;
  /** Widgets that were made inputs, which have no value in the list of the group. */
  converted: string[];
  /** Inputs without a widget, in the order of the class. */
  sockets: string[];
  outputs: number;
}

type Slot = { at: number; name: string };

class GroupReader {
  readonly inputs: UiPort[] = [];
  /** Input of a member that each port leads to. */
  readonly targets: Slot[] = [];
  readonly outputs: Slot[] = [];
  private readonly names = new Map<string, number>();
  private readonly linkedInputs: ReadonlySet<string>;

  private readonly group: UiGroupNode;
  private readonly members: readonly Member[];

  constructor(group: UiGroupNode, members: readonly Member[]) {
    this.group = group;
    this.members = members;
    this.linkedInputs = new Set(group.links.map(({ to, toSlot }) => `${to} ${toSlot}`));
    for (const [at, { sockets, widgets, converted }] of members.entries()) {
      for (const { name } of widgets) if (!converted.includes(name)) this.nameOf(at, name);
      for (const name of sockets) this.expose(at, name);
      this.addOutputs(at);
    }
    // The editor lists them behind all others.
    for (const [at, { converted }] of members.entries()) for (const name of converted) this.expose(at, name);
  }

  private expose(at: number, name: string): void {
    const found = this.members[at]?.node.inputs.findIndex((input) => input.name === name) ?? -1;
    // The input of a reroute has no name.
    if (this.linkedInputs.has(`${at} ${Math.max(found, 0)}`)) return;
    const shown = this.nameOf(at, name);
    if (this.group.config[at]?.hiddenInputs.has(name) === true) return;
    this.inputs.push({ name: shown, type: '*', linkIds: [] });
    this.targets.push({ at, name });
  }

  /** Names are those of the inputs; later ones of the same name begin with the title of their node. */
  private nameOf(at: number, input: string): string {
    const node = this.members[at]?.node;
    let name = this.group.config[at]?.inputNames.get(input) ?? input;
    let key = name;
    const isPrimitive = node?.type === 'PrimitiveNode' && node.title !== null;
    if (isPrimitive || this.names.has(name)) {
      const prefix = `${node?.title ?? node?.type ?? ''} `;
      key = name = `${prefix}${input}`;
      const times = this.names.get(name);
      if (times !== undefined) name = `${prefix}${times} ${input}`;
    }
    this.names.set(key, (this.names.get(key) ?? 1) + 1);
    return name;
  }

  private addOutputs(at: number): void {
    const { links, external, config } = this.group;
    for (let slot = 0; slot < (this.members[at]?.outputs ?? 0); slot += 1) {
      const isUsedInside = links.some(({ from, fromSlot }) => from === at && fromSlot === slot);
      const isVisible = config[at]?.outputs.get(slot) ?? (!isUsedInside || external.has(`${at} ${slot}`));
      if (isVisible) this.outputs.push({ at, name: String(slot) });
    }
  }
}

/** Returns `null` if the values or connections of the node do not fit its group. */
function openGroup(
  name: string,
  group: UiGroupNode,
  host: UiNode,
  definitions: NodeDefinitions,
): { graph: UiGraph; inputs: UiNode['inputs'] } | null {
  const found = distribute(group, host, definitions);
  if (!found) return null;
  const { members, values } = found;
  const { inputs, targets, outputs } = new GroupReader(group, members);
  const connected = host.inputs.filter(({ link }) => link !== null);
  if (!connected.every((input) => inputs.some((port) => port.name === input.name))) return null;

  const graph: UiGraph = {
    subgraphId: null,
    name,
    nodes: new Map(members.map(({ node }, at) => [String(at), withValues(node, values[at])])),
    links: new Map(),
    groups: [],
    inputs,
    outputs: outputs.map(() => ({ name: '', type: '*', linkIds: [] })),
    inputNodeId: INPUTS,
    outputNodeId: OUTPUTS,
  };
  for (const { from, fromSlot, to, toSlot } of group.links) connect(graph, from, fromSlot, to, toSlot);
  for (const [port, { at, name: input }] of targets.entries()) {
    const key = connect(graph, INPUTS, port, at, slotNamed(graph.nodes.get(String(at)), input));
    inputs[port]?.linkIds.push(key);
  }
  for (const [port, { at, name: slot }] of outputs.entries()) {
    graph.outputs[port]?.linkIds.push(connect(graph, at, Number(slot), OUTPUTS, port));
  }
  const linkOf = (port: UiPort) => host.inputs.find((input) => input.name === port.name)?.link ?? null;
  return { graph, inputs: inputs.map((port) => ({ name: port.name, type: '*', link: linkOf(port), widget: null })) };
}

function withValues(node: UiNode, given: NodeValues | undefined): UiNode {
  return given ? { ...node, values: given.values, namedValues: given.namedValues } : node;
}

const INPUTS = 'inputs';
const OUTPUTS = 'outputs';

function connect(graph: UiGraph, from: number | string, fromSlot: number, to: number | string, toSlot: number): string {
  const key = String(graph.links.size);
  graph.links.set(key, { originId: String(from), originSlot: fromSlot, targetId: String(to), targetSlot: toSlot });
  const node = graph.nodes.get(String(to));
  const input = node?.inputs[toSlot];
  if (node && input) {
    const inputs = node.inputs.with(toSlot, { ...input, link: key });
    graph.nodes.set(String(to), { ...node, inputs });
  }
  return key;
}

/** Adds the input if the file lists none of the name, since the class got it later. */
function slotNamed(node: UiNode | undefined, name: string): number {
  if (!node) return 0;
  const found = node.inputs.findIndex((input) => input.name === name || input.name === '');
  if (found >= 0) return found;
  return node.inputs.push({ name, type: '*', link: null, widget: null }) - 1;
}

function memberOf(
  read: UiNode,
  at: number,
  group: UiGroupNode,
  definitions: NodeDefinitions,
  listsWidgets: boolean,
): Member {
  const node = { ...read, inputs: read.inputs.map((input) => ({ ...input, link: null })) };
  const isFed = group.links.some(({ to }) => to === at);
  const isUsed = group.links.some(({ from }) => from === at);
  const none = { node, widgets: [], hasButton: false, converted: [], sockets: [], outputs: 0 };
  if (node.type === 'Reroute') {
    const isInside = isFed && isUsed && !group.external.has(`${at} 0`);
    return isInside ? none : { ...none, sockets: [rerouteType(at, node, group)], outputs: 1 };
  }
  if (node.type === 'PrimitiveNode') return isUsed ? { ...none, outputs: 1 } : none;
  const definition = Object.hasOwn(definitions, node.type) ? definitions[node.type] : undefined;
  if (!definition) {
    const sockets = node.inputs.filter(({ widget }) => widget === null).map(({ name }) => name);
    return { ...none, sockets, outputs: node.outputs.length };
  }
  const defined = definedInputs(definition);
  const isLinked = (slot: number) => group.links.some(({ to, toSlot }) => to === at && toSlot === slot);
  const converted = node.inputs.filter(
    ({ name, widget }, slot) => widget === name && (!listsWidgets || isLinked(slot)),
  );
  return {
    node,
    converted: converted.map(({ name }) => name),
    widgets: defined.filter(({ widget, type }) => widget !== null && widget !== 'shown' && !isUploadButton(type)),
    hasButton: hasUploadButton(definition),
    sockets: defined.filter(({ widget }) => widget === null).map(({ name }) => name),
    outputs: definition.output?.length ?? 0,
  };
}

/** The editor names the input of a reroute by its type. */
function rerouteType(at: number, node: UiNode, group: UiGroupNode): string {
  for (const { from, to, toSlot } of group.links) {
    const type = from === at ? group.nodes[to]?.inputs[toSlot]?.type : undefined;
    if (type !== undefined && type !== '*') return type;
  }
  return group.types.get(at) ?? node.outputs[0]?.type ?? '*';
}

/**
 * Distributes the list of the host to its members. Editors of some versions list every widget as an input too, and some save a value for
 * each button that chooses a file: the reading that takes as many values as there are is the right one. A list that is too short lacks
 * inputs that a class got since; one that is too long may have moved.
 */
function distribute(
  group: UiGroupNode,
  host: UiNode,
  definitions: NodeDefinitions,
): { members: Member[]; values: NodeValues[] } | null {
  const saved = host.values ?? [];
  const readings = [false, true].flatMap((listsWidgets) => {
    const members = group.nodes.map((node, at) => memberOf(node, at, group, definitions, listsWidgets));
    const isKnown = members.every(({ node }) => VIRTUAL.has(node.type) || Object.hasOwn(definitions, node.type));
    // A class that is not known takes an unknown number of values: each node keeps its own. So do group nodes in the group.
    const hidesValues = saved.length > 0 && members.some(({ node }) => groupName(node) !== null);
    if (hidesValues) return [];
    if (!isKnown) return [{ members, values: members.map(({ node }) => node), size: saved.length }];
    return [0, 1].map((buttonSlots) => ({ members, ...distributeTo(members, saved, buttonSlots, definitions) }));
  });
  return readings.find(({ size }) => size === saved.length) ?? readings.find(({ size }) => size > saved.length) ?? null;
}

type NodeValues = Pick<UiNode, 'values' | 'namedValues'>;

function distributeTo(
  members: readonly Member[],
  saved: readonly JsonValue[],
  buttonSlots: number,
  definitions: NodeDefinitions,
): { values: NodeValues[]; size: number } {
  let size = 0;
  const take = (count: number) => {
    size += count;
    return saved.slice(size - count, size);
  };
  const values = members.map(({ node, widgets, hasButton, converted, outputs }) => {
    if (node.type === 'PrimitiveNode') {
      const own = node.values ?? [];
      return { values: outputs === 0 ? own : take(own.length), namedValues: null };
    }
    const definition = definitions[node.type];
    const own = definition && readWidgetValues(node, definition);
    const list = widgets.flatMap((input): JsonValue[] => {
      const count = 1 + controlSlots(input);
      if (!converted.includes(input.name)) return take(count);
      const control = own?.controls.get(input.name) ?? null;
      return [own?.values.get(input.name) ?? null, ...Array.from({ length: count - 1 }, () => control)];
    });
    if (hasButton) take(buttonSlots);
    return { values: list, namedValues: null };
  });
  return { values, size };
}

const VIRTUAL = new Set(['Reroute', 'PrimitiveNode', 'Note', 'MarkdownNote']);
