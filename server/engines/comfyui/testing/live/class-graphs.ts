/**
 * Builds minimal graphs of ComfyUI's classes from `/object_info` only. Each required input gets its default, its first
 * choice, or a link to the cheapest node that outputs its type.
 */

export type Value = unknown;
export type Nodes = Record<string, { class_type: string; inputs: Record<string, Value>; _meta: { title: string } }>;

/** `[type, options]`, as in the response. */
export type RawInput = readonly [unknown, Record<string, unknown>?];

interface RawInputs {
  required?: Record<string, RawInput> | null;
  optional?: Record<string, RawInput> | null;
}

export interface RawClass {
  input: RawInputs;
  output?: unknown[] | null;
  output_node?: boolean;
}

export type Classes = Readonly<Record<string, RawClass>>;

export interface ClassGraph {
  nodes: Nodes;
  /** The node of the class. */
  target: string;
  /** Declared inputs of the target, those of its dynamic inputs included. */
  inputs: { name: string; required: boolean; raw: RawInput }[];
}

/** Accepts every type. */
const SINK = { class: 'PreviewAny', input: 'source' };
const TARGET = 'target';
/** An empty list of choices is an error wherever it is needed. */
const EMPTY_LIST_COST = 1000;

export class ClassGraphs {
  readonly #classes: Classes;
  /** Cheapest class, and its slot, by the type that it outputs. */
  readonly #sources = new Map<string, { name: string; slot: number; cost: number }>();

  constructor(classes: Classes) {
    this.#classes = classes;
    this.#findSources();
  }

  /** Returns the minimal graph: an output node alone, any other node with a preview of its first output. */
  minimal(name: string): ClassGraph {
    const nodes: Nodes = {};
    const made = new Map<string, string>();
    const inputs = this.#inputsOf(name);
    nodes[TARGET] = node(name, {});
    for (const { name: input, required, raw } of inputs) {
      if (required) nodes[TARGET].inputs[input] = this.#valueFor(raw, nodes, made);
    }
    const definition = this.#classes[name];
    if (!definition?.output_node && (definition?.output ?? []).length > 0) {
      nodes['sink'] = node(SINK.class, { [SINK.input]: [TARGET, 0] });
    }
    return { nodes, target: TARGET, inputs };
  }

  /** Adds a node that outputs another type than the input accepts. */
  addMismatch(nodes: Nodes, raw: RawInput): Value {
    const accepted = partsOf(raw[0]);
    const type = ['IMAGE', 'LATENT'].find((candidate) => !accepted.includes(candidate)) ?? 'MASK';
    return this.#link(type, nodes, new Map()) ?? 'nothing';
  }

  #inputsOf(name: string): ClassGraph['inputs'] {
    const { required, optional } = this.#classes[name]?.input ?? {};
    return [
      ...Object.entries(required ?? {}).flatMap(([input, raw]) => expand(input, raw, true)),
      ...Object.entries(optional ?? {}).flatMap(([input, raw]) => expand(input, raw, false)),
    ];
  }

  #valueFor(raw: RawInput, nodes: Nodes, made: Map<string, string>): Value {
    const [type, options = {}] = raw;
    const choices = choicesOf(raw);
    if (choices) return choices.includes(options['default']) ? options['default'] : (choices[0] ?? '');
    const accepted = partsOf(matchTypes(raw) ?? type);
    for (const part of accepted) {
      const value = literalOf(part, options);
      if (value !== undefined) return value;
    }
    const known = accepted.flatMap((part) => (this.#sources.has(part) ? [part] : []));
    const cheapest = known.toSorted((a, b) => this.#costOf(a) - this.#costOf(b))[0];
    return (cheapest === undefined ? null : this.#link(cheapest, nodes, made)) ?? options['default'] ?? 'text';
  }

  #costOf(type: string): number {
    return this.#sources.get(type)?.cost ?? Number.POSITIVE_INFINITY;
  }

  #link(type: string, nodes: Nodes, made: Map<string, string>): Value {
    const source = this.#sources.get(type);
    if (!source) return null;
    let id = made.get(source.name);
    if (id === undefined) {
      id = `${source.name}-${Object.keys(nodes).length}`;
      made.set(source.name, id);
      const inputs: Record<string, Value> = {};
      nodes[id] = node(source.name, inputs);
      for (const { name, required, raw } of this.#inputsOf(source.name)) {
        if (required) inputs[name] = this.#valueFor(raw, nodes, made);
      }
    }
    return [id, source.slot];
  }

  /** Iterates until the costs are stable. The cost of a class is one node plus the cost of its required links. */
  #findSources(): void {
    for (let isChanged = true; isChanged;) {
      isChanged = false;
      for (const [name, { output }] of Object.entries(this.#classes)) {
        const cost = this.#classCost(name);
        if (!Number.isFinite(cost)) continue;
        for (const [slot, given] of (output ?? []).entries()) {
          for (const type of partsOf(given)) {
            if (type === '*' || type.startsWith('COMFY_') || cost >= this.#costOf(type)) continue;
            this.#sources.set(type, { name, slot, cost });
            isChanged = true;
          }
        }
      }
    }
  }

  #classCost(name: string): number {
    let cost = 1;
    for (const { required, raw } of this.#inputsOf(name)) {
      if (!required) continue;
      const choices = choicesOf(raw);
      if (choices) cost += choices.length === 0 ? EMPTY_LIST_COST : 0;
      else {
        const accepted = partsOf(matchTypes(raw) ?? raw[0]);
        if (accepted.every((part) => literalOf(part, {}) === undefined)) {
          cost += Math.min(...accepted.map((part) => this.#costOf(part)));
        }
      }
    }
    return cost;
  }
}

export function node(class_type: string, inputs: Record<string, Value>): Nodes[string] {
  // ComfyUI replaces an outdated class only in a node that has a title.
  return { class_type, inputs, _meta: { title: class_type } };
}

/** Returns the choices of a list; `null` for all other inputs. */
export function choicesOf([type, options]: RawInput): unknown[] | null {
  if (Array.isArray(type)) return type;
  if (type !== 'COMBO') return null;
  return Array.isArray(options?.['options']) ? options['options'] : [];
}

/** Returns true if the choice determines which other inputs exist. */
export function isDynamic([, options]: RawInput): boolean {
  return options?.['dynamic'] === true;
}

/** Splits a union type; `FLOAT,INT` accepts both. */
export function partsOf(type: unknown): string[] {
  return typeof type === 'string' ? type.split(',').map((part) => part.trim()) : ['COMBO'];
}

function matchTypes([type, options]: RawInput): unknown {
  if (type !== 'COMFY_MATCHTYPE_V3') return undefined;
  const allowed = record(options?.['template'])['allowed_types'];
  return allowed === '*' ? 'IMAGE' : allowed;
}

function literalOf(type: string, options: Record<string, unknown>): Value {
  const { default: preset, min } = options;
  switch (type) {
    case 'INT':
    case 'FLOAT':
      return typeof preset === 'number' ? preset : typeof min === 'number' ? min : 1;
    case 'STRING':
      return typeof preset === 'string' ? preset : 'text';
    case 'BOOLEAN':
      return preset ?? true;
    case '*':
      return 'text';
    default:
      return undefined;
  }
}

/** Expands dynamic inputs, which have separate names in a graph: `images.image0`, `resize_type.width`. */
function expand(name: string, raw: RawInput, required: boolean): ClassGraph['inputs'] {
  const [type, options = {}] = raw;
  if (type === 'COMFY_AUTOGROW_V3') {
    const template = record(options['template']);
    const [item] = Object.values(record(record(template['input'])['required'])) as RawInput[];
    const count = Number(template['min'] ?? 1);
    const names = Array.isArray(template['names'])
      ? template['names'].map(String)
      : Array.from({ length: count }, (_, index) => `${String(template['prefix'])}${index}`);
    return item ? names.slice(0, count).flatMap((own) => expand(`${name}.${own}`, item, required)) : [];
  }
  if (type === 'COMFY_DYNAMICCOMBO_V3') {
    const choices = (Array.isArray(options['options']) ? options['options'] : []).map(record);
    const inner = record(record(choices[0])['inputs']);
    const fields = (group: 'required' | 'optional') =>
      Object.entries(record(inner[group])).flatMap(([own, spec]) =>
        expand(`${name}.${own}`, spec as RawInput, required && group === 'required'),
      );
    const keys = choices.map(({ key }) => key);
    return [{ name, required, raw: [keys, { dynamic: true }] }, ...fields('required'), ...fields('optional')];
  }
  return [{ name, required, raw }];
}

function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}
