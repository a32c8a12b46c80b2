import type { JsonValue } from '@contract/json/lossless';
import { t } from '@/lib/i18n/messages';
import { targetOf, type NodeReader } from './node-reader';
import { BYPASSED, MUTED, type UiGraph, type UiNode, type UiWorkflow } from './ui-graph';

/** The workflow, or one instance of a subgraph in it. */
export interface Scope {
  /** In front of the ids of its nodes: `57:` inside of node 57. */
  prefix: string;
  graph: UiGraph;
  parent: Scope | null;
  /** Node of the parent that the instance stands for. */
  host: UiNode | null;
  /** Values that the host has for inputs of the subgraph, by position. */
  portValues: Map<number, JsonValue>;
  /** Values that the host has for widgets of inner nodes, by `widgetKey`. */
  widgetValues: Map<string, JsonValue>;
  /** By the id of their host. */
  inner: Map<string, Scope>;
}

export type ScopeProblem = { scope: Scope; node: UiNode; kind: 'cycle' | 'too_many' | 'lost_value'; detail: string };

/** Subgraphs in subgraphs multiply: this many nodes are more than any editor shows. */
const MAX_NODES = 50_000;

export function widgetKey(nodeId: string, name: string): string {
  return `${nodeId}\u0000${name}`;
}

/** Opens all instances of subgraphs, outer ones first. Muted and bypassed ones stay closed. */
export function openScopes(
  { root, subgraphs }: UiWorkflow,
  reader: NodeReader,
): { scopes: Scope[]; problems: ScopeProblem[] } {
  const scopes = [newScope('', root, null, null)];
  const problems: ScopeProblem[] = [];
  let count = root.nodes.size;
  // Grows while it is read.
  for (const scope of scopes) {
    for (const node of scope.graph.nodes.values()) {
      const graph = subgraphs.get(node.type);
      if (!graph || node.mode === MUTED || node.mode === BYPASSED) continue;
      if (isInside(scope, graph)) {
        problems.push({ scope, node, kind: 'cycle', detail: graph.name ?? node.type });
        continue;
      }
      count += graph.nodes.size;
      if (count > MAX_NODES) {
        problems.push({ scope, node, kind: 'too_many', detail: String(MAX_NODES) });
        return { scopes, problems };
      }
      const inner = newScope(`${scope.prefix}${node.id}:`, graph, scope, node);
      scope.inner.set(node.id, inner);
      scopes.push(inner);
      for (const detail of takeHostValues(inner, scope, node, reader)) {
        problems.push({ scope, node, kind: 'lost_value', detail });
      }
    }
  }
  return { scopes, problems };
}

function newScope(prefix: string, graph: UiGraph, parent: Scope | null, host: UiNode | null): Scope {
  return { prefix, graph, parent, host, portValues: new Map(), widgetValues: new Map(), inner: new Map() };
}

function isInside(scope: Scope, graph: UiGraph): boolean {
  for (let outer: Scope | null = scope; outer; outer = outer.parent) if (outer.graph === graph) return true;
  return false;
}

/**
 * Reads the values of promoted widgets. They are saved at the host in the order of its inputs; files of some versions name the
 * inner widgets in `proxyWidgets` and save the values in that order. Returns what has no widget.
 */
function takeHostValues(inner: Scope, outer: Scope, host: UiNode, reader: NodeReader): string[] {
  const { graph } = inner;
  const ports = [...graph.inputs.keys()].filter((port) => widgetBehind(graph, port, reader) !== null);
  const saved = host.values ?? [];
  const proxies = proxyWidgets(host);
  if (proxies.length === 0) for (const [index, port] of ports.entries()) setValue(inner.portValues, port, saved[index]);
  if (host.values === null && host.namedValues) {
    for (const port of ports) {
      const { name } = graph.inputs[port] ?? { name: '' };
      if (Object.hasOwn(host.namedValues, name)) setValue(inner.portValues, port, host.namedValues[name]);
    }
  }
  const lost: string[] = [];
  const extra = saved.slice(ports.length).find((value) => value !== null);
  if (proxies.length === 0 && extra !== undefined)
    lost.push(
      t('{values} values for {inputs, plural, one {# input} other {# inputs}}', {
        values: saved.length,
        inputs: ports.length,
      }),
    );
  for (const [index, { nodeId, name }] of proxies.entries()) {
    const value = saved[index];
    if (value === undefined || value === null || name.startsWith('$$')) continue;
    if (!placeValue(inner, nodeId, name, value, reader)) lost.push(`“${name}”`);
  }
  // What an outer host has for widgets of this one.
  for (const [key, value] of outer.widgetValues) {
    const start = widgetKey(host.id, '');
    if (!key.startsWith(start)) continue;
    const name = key.slice(start.length);
    const port = ports.find((candidate) => isNamed(graph, candidate, name, reader));
    const proxy = proxies.find((candidate) => candidate.name === name);
    if (port !== undefined) inner.portValues.set(port, value);
    else if (!proxy || !placeValue(inner, proxy.nodeId, name, value, reader)) lost.push(`“${name}”`);
  }
  return lost;
}

function setValue(values: Map<number, JsonValue>, port: number, value: JsonValue | undefined): void {
  if (value !== undefined && value !== null) values.set(port, value);
}

function placeValue(inner: Scope, nodeId: string, name: string, value: JsonValue, reader: NodeReader): boolean {
  const { graph } = inner;
  const port = graph.inputs.findIndex((input, index) => {
    if (nodeId === '-1') return input.name === name;
    const target = widgetBehind(graph, index, reader);
    return target?.node.id === nodeId && target.name === name;
  });
  if (port >= 0) {
    inner.portValues.set(port, value);
    return true;
  }
  const node = graph.nodes.get(nodeId);
  if (!node) return false;
  const { kind, widgets } = reader.read(node);
  const isWidget = widgets ? widgets.inputs.some((input) => input.name === name && input.widget !== null) : true;
  // A control such as “control_after_generate” is no input, and its value has no part in the graph.
  const isControl = name.startsWith('control_');
  if ((isWidget || isControl) && (widgets || kind === 'subgraph' || kind === 'primitive')) {
    inner.widgetValues.set(widgetKey(nodeId, name), value);
  }
  return isWidget || isControl;
}

/** Widgets of inner nodes that a host shows, as files of some versions name them. */
export function proxyWidgets({ properties }: UiNode): { nodeId: string; name: string }[] {
  const listed = Object.hasOwn(properties, 'proxyWidgets') ? properties['proxyWidgets'] : undefined;
  if (!Array.isArray(listed)) return [];
  return listed.map((entry) => {
    const [nodeId, name] = Array.isArray(entry) ? entry : [];
    // A promotion through several subgraphs was once written as `6: 3: text`.
    const inner = typeof name === 'string' ? name.replace(/^(?:\s*\d+\s*:\s*)+/, '') : '$$';
    return { nodeId: typeof nodeId === 'string' || typeof nodeId === 'number' ? String(nodeId) : '', name: inner };
  });
}

function isNamed(graph: UiGraph, port: number, name: string, reader: NodeReader): boolean {
  return graph.inputs[port]?.name === name || widgetBehind(graph, port, reader)?.name === name;
}

/** The first inner widget that an input of a subgraph leads to. `null` if it leads to sockets only. */
export function widgetBehind(graph: UiGraph, port: number, reader: NodeReader): { node: UiNode; name: string } | null {
  for (const linkId of graph.inputs[port]?.linkIds ?? []) {
    const target = targetOf(graph, linkId);
    if (target && reader.hasWidget(target.node, target.input.name))
      return { node: target.node, name: target.input.name };
  }
  return null;
}
