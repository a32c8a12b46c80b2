import { member } from '@contract/json/json-values';
import { asLink, type Graph } from '@contract/workflow/graph';
import {
  EMPTY_TEMPLATE,
  editInput,
  pinInput,
  TEMPLATE_LIMITS,
  type InputAddress,
  type Template,
} from '@/domains/drafts/template';
import { uniqueLabels } from '@/domains/drafts/unique-labels';
import { andList } from '@/lib/i18n/word-lists';
import { t } from '@/lib/i18n/messages';
import { seenLine } from '@/lib/seen-text';
import { nodeKind, targetOf } from './node-reader';
import { proxyWidgets } from './scopes';
import type { UiGraph, UiNode, UiWorkflow } from './ui-graph';

/** Inputs that are followed, of all entries: subgraphs in subgraphs multiply, and may contain themselves. */
const MAX_STEPS = 3000;
const MAX_OUTPUTS = 100;

/** Entries that a note lists. */
const MAX_LISTED = 12;

/** A widget on the canvas, and the node ids around it. */
interface Widget {
  prefix: string;
  graph: UiGraph;
  node: UiNode;
  name: string;
  /** The node of the subgraph that shows the widget; absent on the canvas itself. */
  host?: UiNode;
}

export interface AppForm {
  /** The inputs in the order of the author; `null` if the graph has none, or not all of them yet. */
  template: Template | null;
  /** What the author chose and the workflow does not have. */
  notes: string[];
}

/** Reads the form of App mode. One with an input of an unknown class is left for the time when the class is known. */
export function appForm(workflow: UiWorkflow, graph: Graph, unknownClasses: ReadonlySet<string>): AppForm {
  let template = EMPTY_TEMPLATE;
  const shown: (InputAddress & { label: string })[] = [];
  const missing: string[] = [];
  const budget = { steps: MAX_STEPS };
  let isWaiting = false;
  for (const input of workflow.app.inputs.slice(0, TEMPLATE_LIMITS.inputs)) {
    const widget = widgetOf(workflow, input.id, input.name);
    const { found, isUnknown } = widget ? inputsBehind(workflow, graph, widget, unknownClasses, budget) : NONE;
    isWaiting ||= isUnknown;
    if (!widget || found.length === 0) {
      if (!isUnknown)
        missing.push(
          t('“{name}” of node {nodeId}', { name: shownName(input.name), nodeId: shownName(nodeIdOf(input.id)) }),
        );
      continue;
    }
    const label = shownName(labelOf(workflow, widget, input));
    const places = found.map(({ nodeId }) => placeOf(workflow, nodeId));
    const isTold = places.length > 1 && new Set(places).size === places.length;
    for (const [at, address] of found.entries()) {
      const next = pinInput(template, address);
      const name = label || address.input;
      if (next !== template) shown.push({ ...address, label: isTold ? `${name}, ${places[at]}` : name });
      template = next;
    }
  }
  for (const [at, text] of uniqueLabels(graph, shown).entries()) {
    const address = shown[at];
    const label = shownName(text);
    if (address && label !== address.input) template = editInput(template, address, { label });
  }
  const all = [...graph.keys()];
  const lost = workflow.app.outputs
    .slice(0, MAX_OUTPUTS)
    .filter((id) => outputNodesOf(id, all).length === 0)
    .map(shownName);
  return {
    template: shown.length === 0 || isWaiting ? null : template,
    notes: [
      ...(missing.length > 0
        ? [
            t('App mode names inputs that have no value in this workflow: {inputs}.', {
              inputs: andList(missing, MAX_LISTED),
            }),
          ]
        : []),
      ...(lost.length > 0
        ? [
            t('App mode names outputs of nodes that do not run or are missing: {outputs}.', {
              outputs: andList(lost, MAX_LISTED),
            }),
          ]
        : []),
    ],
  };
}

const NONE = { found: [], isUnknown: false };

function shownName(text: string): string {
  return seenLine(text, TEMPLATE_LIMITS.label);
}

/** Returns the nodes whose outputs App mode shows, by their ids in a graph. */
export function appOutputs(workflow: UiWorkflow, ids: ReadonlySet<string>): string[] {
  const all = [...ids];
  const found = workflow.app.outputs.slice(0, MAX_OUTPUTS).flatMap((id) => outputNodesOf(id, all));
  return [...new Set(found)].slice(0, MAX_OUTPUTS);
}

function outputNodesOf(id: string, all: readonly string[]): readonly string[] {
  if (all.includes(id)) return [id];
  const inside = all.filter((each) => each.startsWith(`${id}:`));
  // The node of a subgraph, else one inside of it.
  return inside.length > 0 ? inside : all.filter((each) => each.endsWith(`:${id}`));
}

/**
 * Finds the widget of an entry. Versions of the editor save the id of its node, `graph:node:widget`, `graph:node`, or the id of a node
 * inside of a subgraph whose widget is promoted.
 */
function widgetOf({ root, subgraphs }: UiWorkflow, id: string, given: string): Widget | null {
  const parts = id.split(':').map(decoded);
  const nodeId = nodeIdOf(id);
  const name = (parts.length === 3 ? parts[2] : given) ?? '';
  const node = root.nodes.get(nodeId);
  if (node) return { prefix: '', graph: root, node, name };
  const inner = [...root.nodes.values()].flatMap((host): Widget[] => {
    const graph = subgraphs.get(host.type);
    const target = graph?.nodes.get(nodeId);
    return graph && target ? [{ prefix: `${host.id}:`, graph, node: target, name, host }] : [];
  });
  const [only] = inner;
  return only && inner.length === 1 ? only : null;
}

function nodeIdOf(id: string): string {
  const [first = '', second] = id.split(':').map(decoded);
  return second ?? first;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/**
 * Returns the inputs of the graph whose values a widget sets: several, if the author connected it to several. The editor does not
 * write through a reroute, but the author meant all that is behind it.
 */
function inputsBehind(
  workflow: UiWorkflow,
  graph: Graph,
  widget: Widget,
  unknownClasses: ReadonlySet<string>,
  budget: { steps: number },
): { found: InputAddress[]; isUnknown: boolean } {
  const found: InputAddress[] = [];
  let isUnknown = false;
  const open = [widget];
  for (let next = open.shift(); next && budget.steps > 0; next = open.shift()) {
    budget.steps -= 1;
    const { prefix, node, name } = next;
    const inner = workflow.subgraphs.get(node.type);
    const kind = nodeKind(node, workflow);
    if (kind === 'primitive' || kind === 'reroute') open.push(...targetsOfNode(next));
    else if (inner) open.push(...promoted(inner, node, name, `${prefix}${node.id}:`));
    else {
      const address = { nodeId: prefix + node.id, input: name };
      const value = member(graph.get(address.nodeId)?.inputs, name);
      if (value !== undefined && asLink(value) === null) found.push(address);
      isUnknown ||= value === undefined && unknownClasses.has(node.type);
    }
  }
  return { found, isUnknown };
}

function targetsOfNode({ graph, prefix, node }: Widget): Widget[] {
  return [...graph.links.entries()].flatMap(([linkId, { originId }]) =>
    originId === node.id ? targetsOfLink(graph, linkId, prefix) : [],
  );
}

/** Inner widgets that an input of a host stands for: by the port of this name, else by the list of the host. */
function promoted(graph: UiGraph, host: UiNode, name: string, prefix: string): Widget[] {
  const port = portNamed(graph, name);
  if (port) return port.linkIds.flatMap((linkId) => targetsOfLink(graph, linkId, prefix));
  return proxyWidgets(host).flatMap((proxy) => {
    const node = proxy.name === name ? graph.nodes.get(proxy.nodeId) : undefined;
    return node ? [{ prefix, graph, node, name }] : [];
  });
}

/** Of several widgets with the same name, the editor numbers the later ones. */
function portNamed(graph: UiGraph, name: string) {
  const [, base, number] = /^(.*)#(\d{1,3})$/s.exec(name) ?? [];
  const same = graph.inputs.filter((input) => input.name === base);
  return graph.inputs.find((input) => input.name === name) ?? same[Number(number)];
}

function targetsOfLink(graph: UiGraph, linkId: string, prefix: string): Widget[] {
  const target = targetOf(graph, linkId);
  return target ? [{ prefix, graph, node: target.node, name: target.input.name }] : [];
}

/** The name that the author gave the input on the canvas, else the name of the widget. */
function labelOf(
  workflow: UiWorkflow,
  { node, name, graph, host }: Widget,
  entry: UiWorkflow['app']['inputs'][number],
): string {
  const inner = workflow.subgraphs.get(node.type);
  const port = graph.inputs.find(({ linkIds }) =>
    linkIds.some((linkId) => {
      const target = targetOf(graph, linkId);
      return target?.node === node && target.input.name === name;
    }),
  );
  const named = [
    port && host?.inputs.find((input) => input.name === port.name)?.label,
    port?.label,
    node.inputs.find((input) => input.name === name || input.widget === name)?.label,
    inner && portNamed(inner, name)?.label,
  ].find(Boolean);
  if (named !== undefined) return named;
  // Its widget is always called “value”; the editor names the node after the input.
  if (nodeKind(node, workflow) === 'primitive') return node.title ?? '';
  // Beside an id that contains the name of the widget, it is free.
  return entry.id.split(':').length === 3 && entry.name !== '' ? entry.name : name;
}

/** Name of the node on the canvas that has a node inside. */
function placeOf({ root, subgraphs }: UiWorkflow, nodeId: string): string {
  const [id = '', ...inside] = nodeId.split(':');
  const node = inside.length > 0 ? root.nodes.get(id) : undefined;
  return node ? (node.title ?? subgraphs.get(node.type)?.name ?? id) : '';
}
