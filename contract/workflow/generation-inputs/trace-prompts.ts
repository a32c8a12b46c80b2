import { asLink, type GraphNode } from '../graph';
import type { PromptText } from './generation-inputs';
import { baseName, ownInput, readLinks, type TracedGraph } from './traced-graph';

type Role = 'positive' | 'negative';

/** Inputs that are text, and no prompt. */
const NO_PROMPT =
  /^(?:delimiter|separator|find|replace|regex(?:_pattern)?|mode|filename_prefix|model|tracks|(?:.*_)?name)$/;
const TEXT_INPUT =
  /(?:^|_)(?:text|string|prompt|caption|tags|lyrics|positive|negative|bert|mt5xl|llama|qwen25|t5xxl|clip_[gl])(?:$|[_\d])/i;
/** Of a node that passes one text on. */
const VALUE_INPUT = /^(?:value|text|string)$/;
/** Links of an unknown class that lead away from its prompts. */
const OTHER_LINK =
  /model|clip|vae|image|latent|mask|pixels|samples|video|audio|control_net|noise|sigmas|seed|width|height/i;

/** Collects the texts that reach the prompts of samplers. Visits each node once per prompt, whatever the number of ways to it. */
export class PromptTracer {
  private readonly found = { positive: new Map<string, PromptText>(), negative: new Map<string, PromptText>() };
  private readonly seen = new Set<string>();
  private readonly passed = new Map<string, GraphNode>();
  private readonly traced: TracedGraph;

  constructor(traced: TracedGraph) {
    this.traced = traced;
  }

  /** Traces all prompts of a sampler, or of the guider that it reads. */
  traceSampler(sampler: GraphNode): void {
    // Guiders can read guiders.
    const readers = new Set([sampler]);
    for (const reader of readers) {
      for (const { input, link } of readLinks(reader)) {
        const name = baseName(input);
        const source = this.traced.graph.get(link.nodeId);
        if (name === 'guider' && source) {
          this.passed.set(source.id, source);
          readers.add(source);
        } else if (isConditioningLink(this.traced, reader, input) && !name.startsWith('empty')) {
          this.trace(link.nodeId, link.slot, roleOf(name) ?? 'positive');
        }
      }
      // Some samplers have the texts as values.
      for (const input of Object.keys(reader.inputs)) {
        const role = roleOf(baseName(input));
        if (role && isTextInput(this.traced, reader, input)) this.traceText(reader, input, role);
      }
    }
  }

  /** Adds a text, or those that its link leads to. */
  traceText(node: GraphNode, input: string, role: Role): void {
    const pending: { node: GraphNode; input: string }[] = [{ node, input }];
    for (let at = pending.pop(); at; at = pending.pop()) {
      const key = `${role} text ${at.node.id} ${at.input}`;
      const value = ownInput(at.node, at.input);
      if (this.seen.has(key) || value === undefined) continue;
      this.seen.add(key);
      const link = asLink(value);
      const source = link && this.traced.graph.get(link.nodeId);
      if (source) {
        this.passed.set(source.id, source);
        for (const name of textInputsOf(this.traced, source).reverse()) pending.push({ node: source, input: name });
      } else if (typeof value === 'string') {
        this.found[role].set(`${at.node.id} ${at.input}`, { nodeId: at.node.id, input: at.input, text: value });
      }
    }
  }

  /** Returns true for nodes that were found between a sampler and a text. */
  hasPassed(node: GraphNode): boolean {
    return this.passed.has(node.id);
  }

  result() {
    const { positive, negative } = this.found;
    // Models without a negative prompt get the same text twice.
    const other = [...negative].filter(([key]) => !positive.has(key)).map(([, prompt]) => prompt);
    return { positive: [...positive.values()], negative: other, encoders: [...this.passed.values()] };
  }

  /** Follows conditioning from an output of a node. `side` is the prompt that is meant at that node, which may have both. */
  private trace(nodeId: string, slot: number, role: Role): void {
    const pending: { nodeId: string; slot: number; side: Role }[] = [{ nodeId, slot, side: role }];
    for (let at = pending.pop(); at; at = pending.pop()) {
      const node = this.traced.graph.get(at.nodeId);
      if (!node) continue;
      const side = this.sideOfSlot(node, at.slot) ?? at.side;
      const key = `${role} ${side} ${node.id}`;
      if (this.seen.has(key)) continue;
      this.seen.add(key);
      this.passed.set(node.id, node);
      // Its result does not depend on the text.
      if (node.classType === 'ConditioningZeroOut') continue;
      for (const input of this.textsOf(node, side)) this.traceText(node, input, role);
      for (const link of this.conditioningOf(node, side).reverse()) pending.push({ ...link, side });
    }
  }

  /** Of several outputs with conditioning, the first is positive, in all classes of ComfyUI. */
  private sideOfSlot(node: GraphNode, slot: number): Role | null {
    const outputs = this.traced.outputsOf(node) ?? [];
    const slots = [...outputs.keys()].filter((index) => outputs[index] === 'CONDITIONING');
    return slots.length < 2 || !slots.includes(slot) ? null : slot === slots[0] ? 'positive' : 'negative';
  }

  private textsOf(node: GraphNode, side: Role): string[] {
    const inputs = Object.keys(node.inputs).filter((input) => isTextInput(this.traced, node, input));
    const isNegative = (input: string) => roleOf(baseName(input)) === 'negative';
    if (!inputs.some(isNegative)) return inputs;
    return inputs.filter((input) => isNegative(input) === (side === 'negative'));
  }

  private conditioningOf(node: GraphNode, side: Role) {
    const links = readLinks(node);
    const known = links.filter(({ input }) => isConditioningLink(this.traced, node, input));
    const isUnknown = this.traced.outputsOf(node) === null && this.textsOf(node, side).length === 0;
    const shown =
      known.length > 0 ? known : isUnknown ? links.filter(({ input }) => !OTHER_LINK.test(baseName(input))) : [];
    const roles = new Set(shown.map(({ input }) => roleOf(baseName(input))));
    const hasBoth = roles.has('positive') && roles.has('negative');
    const isWanted = (role: Role | null) => !hasBoth || role === null || role === side;
    return shown.filter(({ input }) => isWanted(roleOf(baseName(input)))).map(({ link }) => ({ ...link }));
  }
}

/** Returns true if a link carries an encoded prompt, by its type, else by the name of the input. */
export function isConditioningLink(traced: TracedGraph, node: GraphNode, input: string): boolean {
  if (!asLink(ownInput(node, input))) return false;
  const spec = traced.specOf(node, input);
  if (spec && spec.kind !== 'link') return false;
  if (spec && spec.type !== '*' && !spec.type.startsWith('COMFY_')) return spec.type.includes('CONDITIONING');
  if (spec) return true;
  const name = baseName(input);
  return input === '' || /cond/i.test(name) || (roleOf(name) !== null && !/prompt|text/.test(name));
}

function roleOf(name: string): Role | null {
  return /^pos(?:itive|$|_)/i.test(name) ? 'positive' : /^neg(?:ative|$|_)/i.test(name) ? 'negative' : null;
}

function isTextInput(traced: TracedGraph, node: GraphNode, input: string): boolean {
  const value = ownInput(node, input);
  if (typeof value !== 'string' && !asLink(value)) return false;
  const name = baseName(input);
  if (NO_PROMPT.test(name)) return false;
  const spec = traced.specOf(node, input);
  if (spec) return spec.kind === 'string' && !spec.isColor && !spec.media;
  if (typeof value !== 'string' && isConditioningLink(traced, node, input)) return false;
  return TEXT_INPUT.test(name);
}

/** Inputs of a node with a text as result. */
function textInputsOf(traced: TracedGraph, node: GraphNode): string[] {
  const names = Object.keys(node.inputs);
  const texts = names.filter((input) => isTextInput(traced, node, input));
  if (texts.length > 0) return texts;
  const values = names.filter((input) => VALUE_INPUT.test(baseName(input)));
  if (values.length > 0) return values;
  // A node that passes anything on, such as a reroute or a switch.
  return readLinks(node).flatMap(({ input }) => {
    const type = traced.specOf(node, input)?.type;
    return names.length === 1 || type === '*' || type?.startsWith('COMFY_MATCHTYPE') ? [input] : [];
  });
}
