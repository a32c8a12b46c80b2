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
import { seenLine } from '@/lib/seen-text';
import { targetOf } from './node-reader';
import { proxyWidgets } from './scopes';
import type { UiGraph, UiNode, UiWorkflow } from './ui-graph';

/** Inputs that are followed, of all entries: subgraphs in subgraphs multiply, and may contain themselves. */
const MAX_STEPS = 3000;
const MAX_OUTPUTS = 100;

/** A widget on the canvas, and the node ids around it. */
interface Widget {
  prefix: string;
  graph: UiGraph;
  node: UiNode;
  name: string;
}

/** Returns the inputs of App mode in the order of the author; `null` if the graph has none of them. */
export function appTemplate(workflow: UiWorkflow, graph: Graph): Template | null {
  let template = EMPTY_TEMPLATE;
  const shown: (InputAddress & { label: string })[] = [];
  const budget = { steps: MAX_STEPS };
  for (const input of workflow.app.inputs.slice(0, TEMPLATE_LIMITS.inputs)) {
    const widget = widgetOf(workflow, input.id, input.name);
    if (!widget) continue;
    const label = seenLine(labelOf(workflow, widget, input), TEMPLATE_LIMITS.label);
    for (const address of inputsBehind(workflow, graph, widget, budget)) {
      const next = pinInput(template, address);
      if (next !== template) shown.push({ ...address, label: label || address.input });
      template = next;
    }
  }
  for (const [at, text] of uniqueLabels(graph, shown).entries()) {
    const address = shown[at];
    const label = seenLine(text, TEMPLATE_LIMITS.label);
    if (address && label !== address.input) template = editInput(template, address, { label });
  }
  return shown.length === 0 ? null : template;
}

/** Returns the nodes whose outputs App mode shows, by their ids in a graph. */
export function appOutputs(workflow: UiWorkflow, ids: ReadonlySet<string>): string[] {
  const all = [...ids];
  const found = workflow.app.outputs.slice(0, MAX_OUTPUTS).flatMap((id) => {
    if (ids.has(id)) return [id];
    const inside = all.filter((each) => each.startsWith(`${id}:`));
    // The node of a subgraph, else one inside of it.
    return inside.length > 0 ? inside : all.filter((each) => each.endsWith(`:${id}`));
  });
  return [...new Set(found)].slice(0, MAX_OUTPUTS);
}

/**
 * Finds the widget of an entry. Versions of the editor save the id of its node, `graph:node:widget`, `graph:node`, or the id of a node
 * inside of a subgraph whose widget is promoted.
 */
function widgetOf({ root, subgraphs }: UiWorkflow, id: string, given: string): Widget | null {
  const parts = id.split(':').map(decoded);
  const nodeId = (parts.length === 1 ? parts[0] : parts[1]) ?? '';
  const name = (parts.length === 3 ? parts[2] : given) ?? '';
  const node = root.nodes.get(nodeId);
  if (node) return { prefix: '', graph: root, node, name };
  const inner = [...root.nodes.values()].flatMap((host): Widget[] => {
    const graph = subgraphs.get(host.type);
    const target = graph?.nodes.get(nodeId);
    return graph && target ? [{ prefix: `${host.id}:`, graph, node: target, name }] : [];
  });
  const [only] = inner;
  return only && inner.length === 1 ? only : null;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Returns the inputs of the graph whose values a widget sets: several, if the author connected it to several. */
function inputsBehind(
  { subgraphs }: UiWorkflow,
  graph: Graph,
  widget: Widget,
  budget: { steps: number },
): InputAddress[] {
  const found: InputAddress[] = [];
  const open = [widget];
  for (let next = open.shift(); next && budget.steps > 0; next = open.shift()) {
    budget.steps -= 1;
    const { prefix, node, name } = next;
    const inner = subgraphs.get(node.type);
    if (node.type === 'PrimitiveNode') open.push(...targetsOfNode(next));
    else if (inner) open.push(...promoted(inner, node, name, `${prefix}${node.id}:`));
    else {
      const address = { nodeId: prefix + node.id, input: name };
      const value = member(graph.get(address.nodeId)?.inputs, name);
      if (value !== undefined && asLink(value) === null) found.push(address);
    }
  }
  return found;
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

/** The name that the author gave the input, else the name of the widget. */
function labelOf(
  { subgraphs }: UiWorkflow,
  { node, name }: Widget,
  entry: UiWorkflow['app']['inputs'][number],
): string {
  const own = node.inputs.find((input) => input.name === name || input.widget === name)?.label;
  const port = subgraphs.get(node.type);
  const named = own ?? (port && portNamed(port, name)?.label);
  if (named !== undefined && named !== '') return named;
  // Beside an id that contains the name of the widget, it is free.
  return entry.id.split(':').length === 3 && entry.name !== '' ? entry.name : name;
}
