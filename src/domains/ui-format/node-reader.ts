import type { NodeDefinitions } from '@contract/workflow/node-definitions';
import type { UiGraph, UiInput, UiNode, UiPort, UiWorkflow } from './ui-graph';
import { isUploadButton } from './widget-slots';
import { readNewerValues, readWidgetValues, type WidgetValues } from './widget-values';

/**
 * `reroute`, `primitive`, `get` and `set` pass a connection or a value on; `decoration` has no part in the graph; `broadcast` adds
 * connections that the file does not contain.
 */
type NodeKind =
  | 'class'
  | 'subgraph'
  | 'group_node'
  | 'reroute'
  | 'primitive'
  | 'get'
  | 'set'
  | 'decoration'
  | 'broadcast';

const KINDS = new Map<string, NodeKind>([
  ['Note', 'decoration'],
  ['MarkdownNote', 'decoration'],
  ['Reroute', 'reroute'],
  ['PrimitiveNode', 'primitive'],
  ['GetNode', 'get'],
  ['SetNode', 'set'],
  ['easy getNode', 'get'],
  ['easy setNode', 'set'],
  ['Reroute (rgthree)', 'reroute'],
  ['Label (rgthree)', 'decoration'],
  ['Bookmark (rgthree)', 'decoration'],
  ['Fast Groups Muter (rgthree)', 'decoration'],
  ['Fast Groups Bypasser (rgthree)', 'decoration'],
  ['Fast Muter (rgthree)', 'decoration'],
  ['Fast Bypasser (rgthree)', 'decoration'],
  ['Fast Actions Button (rgthree)', 'decoration'],
  ['Mute / Bypass Relay (rgthree)', 'decoration'],
  ['Mute / Bypass Repeater (rgthree)', 'decoration'],
  ['Random Unmuter (rgthree)', 'decoration'],
  ['Node Collector (rgthree)', 'decoration'],
  ['Anything Everywhere', 'broadcast'],
  ['Anything Everywhere?', 'broadcast'],
  ['Anything Everywhere3', 'broadcast'],
  ['Prompts Everywhere', 'broadcast'],
  ['Seed Everywhere', 'broadcast'],
]);

export function nodeKind({ type }: UiNode, { subgraphs, groupNodes }: UiWorkflow): NodeKind {
  if (subgraphs.has(type)) return 'subgraph';
  if (/^workflow[/>]/.test(type) || groupNodes.has(type)) return 'group_node';
  return KINDS.get(type) ?? 'class';
}

/** What a node of the file is, read once for all instances of its subgraph. */
export interface NodeParseResult {
  kind: NodeKind;
  /** In the editor's order, which matters to bypassed nodes: sockets, then widgets, then what the class does not define. */
  inputs: UiInput[];
  /** Types of the outputs, by slot. */
  outputTypes: string[];
  /** `null` if the class is not known, or the node is none of a class. */
  widgets: WidgetValues | null;
}

export class NodeReader {
  private readonly workflow: UiWorkflow;
  private readonly definitions: NodeDefinitions;
  private readonly newer: NodeDefinitions;
  private readonly parsed = new Map<UiNode, NodeParseResult>();

  /** @param newer later versions of some classes, for nodes whose saved values do not fit `definitions` */
  constructor(workflow: UiWorkflow, definitions: NodeDefinitions, newer: NodeDefinitions = {}) {
    this.workflow = workflow;
    this.definitions = definitions;
    this.newer = newer;
  }

  read(node: UiNode): NodeParseResult {
    const known = this.parsed.get(node);
    if (known) return known;
    const reading = this.readNew(node);
    this.parsed.set(node, reading);
    return reading;
  }

  displayName(node: UiNode): string {
    if (node.title !== null) return node.title;
    return this.workflow.subgraphs.get(node.type)?.name ?? (this.definitionOf(node)?.display_name || node.type);
  }

  /** Whether an input can have a literal value: a widget, or an input of a subgraph that leads to one. */
  hasWidget(node: UiNode, name: string): boolean {
    const seen = new Set<string>();
    const pending = [{ node, name }];
    for (let next = pending.pop(); next; next = pending.pop()) {
      const graph = this.workflow.subgraphs.get(next.node.type);
      const { widgets, inputs } = this.read(next.node);
      if (inputs.some(({ name, type }) => name === next.name && isUploadButton(type))) return true;
      if (widgets?.inputs.some((input) => input.name === next.name && input.widget !== null)) return true;
      const key = `${next.node.type}\u0000${next.name}`;
      if (!graph || seen.has(key)) continue;
      seen.add(key);
      const port = graph.inputs.find((candidate) => candidate.name === next.name);
      for (const linkId of port?.linkIds ?? []) {
        const target = targetOf(graph, linkId);
        if (target) pending.push({ node: target.node, name: target.input.name });
      }
    }
    return false;
  }

  private definitionOf({ type }: UiNode) {
    return Object.hasOwn(this.definitions, type) ? this.definitions[type] : undefined;
  }

  private readNew(node: UiNode): NodeParseResult {
    const kind = nodeKind(node, this.workflow);
    const savedTypes = node.outputs.map(({ type }) => type);
    const subgraph = this.workflow.subgraphs.get(node.type);
    if (subgraph) {
      const inputs = withSaved(subgraph.inputs, node);
      return { kind, inputs, outputTypes: subgraph.outputs.map(({ type }) => type), widgets: null };
    }
    const definition = kind === 'class' ? this.definitionOf(node) : undefined;
    if (!definition) return { kind, inputs: node.inputs, outputTypes: savedTypes, widgets: null };
    const later = Object.hasOwn(this.newer, node.type) ? this.newer[node.type] : undefined;
    const fitting = readWidgetValues(node, definition);
    const widgets = (later && fitting.misfit !== null && readNewerValues(node, definition, later)) || fitting;
    const sockets = widgets.inputs.filter(({ widget }) => widget === null);
    const rows = widgets.inputs.filter(({ widget }) => widget !== null && widget !== 'shown');
    const defined = [...sockets, ...rows].filter(({ type }) => type !== 'COMFY_AUTOGROW_V3');
    const inputs = withSaved(defined, node);
    const names = new Set(inputs.map(({ name }) => name));
    const others = node.inputs.filter(({ name }) => !names.has(name));
    const outputs = definition.output ?? [];
    return {
      kind,
      inputs: [...inputs, ...others],
      outputTypes: Array.from({ length: Math.max(outputs.length, savedTypes.length) }, (_, slot) =>
        slotType(outputs[slot], savedTypes[slot]),
      ),
      widgets,
    };
  }
}

/** Connections are found by name: files of early editors list only the inputs that were sockets at the time. */
function withSaved(defined: readonly Pick<UiPort, 'name' | 'type'>[], { inputs }: UiNode): UiInput[] {
  const free = new Map<string, UiInput[]>();
  for (const input of inputs) {
    const same = free.get(input.name);
    if (same) same.push(input);
    else free.set(input.name, [input]);
  }
  return defined.map(({ name, type }) => {
    const saved = free.get(name);
    const index = Math.max(0, saved?.findIndex((input) => input.type === type) ?? 0);
    const [input] = saved?.splice(index, 1) ?? [];
    return { name, type: slotType(type, input?.type), link: input?.link ?? null, widget: input?.widget ?? null };
  });
}

/** Types of the third schema version are placeholders; the file has what the editor made of them. */
function slotType(defined: unknown, saved: string | undefined): string {
  if (Array.isArray(defined)) return 'COMBO';
  if (typeof defined !== 'string' || defined.startsWith('COMFY_')) return saved ?? '*';
  return defined;
}

/** Input of a node that a link of its graph leads to. */
export function targetOf(graph: UiGraph, linkId: string): { node: UiNode; input: UiInput } | null {
  const link = graph.links.get(linkId);
  const node = link && graph.nodes.get(link.targetId);
  const input = node && (node.inputs.find((candidate) => candidate.link === linkId) ?? node.inputs[link.targetSlot]);
  return node && input ? { node, input } : null;
}
