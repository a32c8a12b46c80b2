import type { JsonValue } from '@contract/json/lossless';
import { t } from '@/lib/i18n/messages';
import type { NodeReader, NodeParseResult } from './node-reader';
import { widgetBehind, widgetKey, type Scope } from './scopes';
import { CONTROL } from './seed-modes';
import { BYPASSED, MUTED, type UiInput, type UiNode } from './ui-graph';

/** What an input gets in the end: an output of a node that runs, a value, or nothing. */
export type InputSource =
  | { kind: 'output'; nodeId: string; slot: number }
  /** `primitive`: the node that has the value, and what it does after a run. */
  | { kind: 'value'; value: JsonValue; primitive?: { id: string; control: JsonValue | undefined } }
  | { kind: 'nothing' }
  | { kind: 'problem'; message: string; advice: string };

type Position =
  | { at: 'input'; scope: Scope; node: UiNode; input: UiInput; type: string }
  | { at: 'output'; scope: Scope; node: UiNode; slot: number; type: string };

type Step = Position | InputSource;

const NOTHING: InputSource = { kind: 'nothing' };

/** Hostile files may let thousands of inputs share one long chain: this many steps take seconds. */
const MAX_STEPS = 5_000_000;

/**
 * Follows connections backward through reroutes, bypassed nodes and subgraphs, as ComfyUI's editor does when it queues. Iterative:
 * chains of reroutes may have any length, and may lead back to themselves.
 */
export class InputResolver {
  private readonly reader: NodeReader;
  private stepsLeft = MAX_STEPS;

  constructor(reader: NodeReader) {
    this.reader = reader;
  }

  resolve(scope: Scope, node: UiNode, input: UiInput): InputSource {
    const visited = new Set<string>();
    let hasRerouted = false;
    let position: Position = { at: 'input', scope, node, input, type: input.type };
    for (;;) {
      const place = position.at === 'input' ? `in ${position.input.link}` : `out ${position.slot}`;
      const key = `${position.scope.prefix}${position.node.id} ${place}`;
      this.stepsLeft -= 1;
      if (visited.has(key) || this.stepsLeft < 0) {
        return problem(
          t('The connection of “{name}” leads in a circle.', { name: input.name }),
          t('Remove the circle in ComfyUI.'),
        );
      }
      visited.add(key);
      const step: Step =
        position.at === 'input' ? stepFromInput(position, this.reader) : stepFromOutput(position, this.reader);
      if ('kind' in step) return isOutOfReach(step, hasRerouted) ? NOTHING : step;
      hasRerouted ||= this.reader.read(position.node).kind === 'reroute';
      position = step;
    }
  }
}

/** The editor writes the value of a primitive into the widgets that it is connected to, but not through a reroute. */
function isOutOfReach(source: InputSource, hasRerouted: boolean): boolean {
  return hasRerouted && source.kind === 'value' && source.primitive !== undefined;
}

function stepFromInput({ scope, input, type }: Extract<Position, { at: 'input' }>, reader: NodeReader): Step {
  if (input.link === null) return NOTHING;
  const { graph, parent, host } = scope;
  const link = graph.links.get(input.link);
  if (!link) return lostLink(input);
  if (link.originId === graph.inputNodeId && parent && host) {
    const outer = reader.read(host).inputs[link.originSlot];
    if (!outer) return lostLink(input);
    if (outer.link !== null) return { at: 'input', scope: parent, node: host, input: outer, type: outer.type };
    const value = portValue(scope, link.originSlot, reader);
    return value === undefined ? NOTHING : { kind: 'value', value };
  }
  const origin = graph.nodes.get(link.originId);
  if (!origin || !Number.isInteger(link.originSlot) || link.originSlot < 0) return lostLink(input);
  return { at: 'output', scope, node: origin, slot: link.originSlot, type };
}

function stepFromOutput(position: Extract<Position, { at: 'output' }>, reader: NodeReader): Step {
  const { scope, node, slot, type } = position;
  const reading = reader.read(node);
  // A primitive has its value also if it is muted: the editor writes it into the widget.
  if (reading.kind === 'primitive') return primitiveValue(scope, node);
  if (node.mode === MUTED) return NOTHING;
  if (node.mode === BYPASSED) {
    const input = bypassInput(reading, slot, type);
    return input ? { at: 'input', scope, node, input, type: input.type } : NOTHING;
  }
  switch (reading.kind) {
    case 'class': {
      const { outputTypes, widgets } = reading;
      if (widgets && slot >= outputTypes.length) {
        return problem(
          t('It uses output {number} of node {nodeId} ({class}), which has {count}.', {
            number: slot + 1,
            nodeId: scope.prefix + node.id,
            class: node.type,
            count: outputTypes.length,
          }),
          t('The class differs between the two ComfyUI versions: connect it again in ComfyUI.'),
        );
      }
      return { kind: 'output', nodeId: `${scope.prefix}${node.id}`, slot };
    }
    case 'subgraph':
      return stepIntoSubgraph(position);
    case 'reroute':
    case 'set': {
      const [input] = reading.inputs;
      return input ? { at: 'input', scope, node, input, type } : NOTHING;
    }
    case 'get':
      return stepFromGet(position, reader);
    case 'group_node':
    case 'broadcast':
    case 'decoration':
      // The node itself is a problem, or has no output.
      return NOTHING;
  }
}

function stepIntoSubgraph({ scope, node, slot, type }: Extract<Position, { at: 'output' }>): Step {
  const inner = scope.inner.get(node.id);
  const [linkId] = inner?.graph.outputs[slot]?.linkIds ?? [];
  if (!inner || linkId === undefined) return NOTHING;
  const ending: UiInput = { name: t('output {number}', { number: slot + 1 }), type, link: linkId, widget: null };
  return { at: 'input', scope: inner, node, input: ending, type };
}

function stepFromGet({ scope, node, type }: Extract<Position, { at: 'output' }>, reader: NodeReader): Step {
  const name = variableName(node);
  for (let place: Scope | null = scope; place; place = place.parent) {
    const setters = [...place.graph.nodes.values()].filter(
      (candidate) => reader.read(candidate).kind === 'set' && variableName(candidate) === name,
    );
    const [setter] = setters;
    if (!setter) continue;
    const [input] = reader.read(setter).inputs;
    if (setters.length > 1 || name === null) {
      return problem(
        name === null
          ? t('Several Set nodes have the name of its Get node.')
          : t('Several Set nodes have the name “{name}”.', { name }),
        t('Rename them in ComfyUI, so that each name exists once.'),
      );
    }
    return input ? { at: 'output', scope: place, node: setter, slot: 0, type } : NOTHING;
  }
  return problem(
    t('Its Get node finds no Set node with the name “{name}”.', { name: name ?? '' }),
    t('Add the Set node, or connect the nodes directly in ComfyUI.'),
  );
}

function variableName({ values, namedValues }: UiNode): string | null {
  const name = values ? values[0] : namedValues && Object.values(namedValues)[0];
  return typeof name === 'string' ? name : null;
}

function primitiveValue(scope: Scope, node: UiNode): InputSource {
  const value = scope.widgetValues.get(widgetKey(node.id, 'value')) ?? node.values?.[0];
  if (value === undefined || value === null) return NOTHING;
  const control = scope.widgetValues.get(widgetKey(node.id, CONTROL)) ?? node.values?.[1];
  return { kind: 'value', value, primitive: { id: `${scope.prefix}${node.id}`, control } };
}

/** The value of a promoted widget: what the host has, else the one inside. */
function portValue(start: Scope, startPort: number, reader: NodeReader): JsonValue | undefined {
  let scope = start;
  let port = startPort;
  for (;;) {
    const own = scope.portValues.get(port);
    if (own !== undefined) return own;
    const target = widgetBehind(scope.graph, port, reader);
    if (!target) return undefined;
    const { widgets } = reader.read(target.node);
    if (widgets) return widgets.values.get(target.name);
    const inner = scope.inner.get(target.node.id);
    if (!inner) return undefined;
    port = inner.graph.inputs.findIndex(({ name }) => name === target.name);
    scope = inner;
  }
}

/** The input whose connection a bypassed node passes to an output: the one beside it, else the first of the same type. */
function bypassInput({ inputs, outputTypes }: NodeParseResult, slot: number, type: string): UiInput | undefined {
  const beside = inputs[slot];
  const outputType = outputTypes[slot] ?? '*';
  if (type === '*' || type === '') return beside ?? inputs[0];
  const isMatch = (input: UiInput) => areCompatible(input.type, outputType) && areCompatible(input.type, type);
  if (beside && isMatch(beside)) return beside;
  return inputs.find((input) => input.type === type) ?? inputs.find(isMatch);
}

function areCompatible(left: string, right: string): boolean {
  const isAny = (type: string) => type === '' || type === '*';
  if (isAny(left) || isAny(right) || left === right) return true;
  const names = left.toLowerCase().split(',');
  return right
    .toLowerCase()
    .split(',')
    .some((name) => isAny(name) || names.includes(name) || names.some(isAny));
}

function lostLink({ name }: UiInput): InputSource {
  return problem(
    t('The connection of “{name}” is broken: its source is missing in the file.', { name }),
    t('Open the file in ComfyUI, connect the input again and save it.'),
  );
}

function problem(message: string, advice: string): InputSource {
  return { kind: 'problem', message, advice };
}
