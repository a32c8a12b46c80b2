import { fieldsOf, isFields } from '../typed-objects';

/**
 * Inputs as a node definition declares them, in the raw form `[type, options]`. The inputs of some classes depend on their values: a
 * dynamic choice, a growing group and a dynamic socket add inputs, which a graph names `choice.input` (docs/api-notes.md, ComfyUI's
 * protocol).
 */
export interface DeclaredInput {
  /** As in a graph: `format`, and `format.codec` for an input that the choice `format` adds. */
  name: string;
  required: boolean;
  raw: readonly unknown[];
  /** Name of the input that adds this one. */
  parent: string | null;
}

/** The part of a node definition that declares its inputs. */
interface InputDeclarations {
  input: { required?: unknown; optional?: unknown };
  input_order?: unknown;
}

/** Its value is the key of one of its options, whose inputs the node has. */
export const DYNAMIC_CHOICE = 'COMFY_DYNAMICCOMBO_V3';
/** Its inputs are numbered or named by a template. The graph has no value under its own name. */
export const GROWING_GROUP = 'COMFY_AUTOGROW_V3';
/** Adds inputs once it is connected. */
export const DYNAMIC_SOCKET = 'COMFY_DYNAMICSLOT_V3';

/** All types whose inputs appear under other names, also those of later versions. */
const DYNAMIC_TYPES = /^COMFY_(?:AUTOGROW|DYNAMIC)/;

export function isDynamicType(type: unknown): boolean {
  return typeof type === 'string' && DYNAMIC_TYPES.test(type);
}

/** Returns the inputs that a class always has: required ones first, each group in the order of `input_order`. */
export function declaredInputs({ input, input_order: order }: InputDeclarations): DeclaredInput[] {
  const { required, optional } = fieldsOf(order);
  return [...inGroup(input.required, true, required, null), ...inGroup(input.optional, false, optional, null)];
}

/**
 * Returns the inputs that a value of a dynamic input adds. ComfyUI compares keys by value and ignores the input if none is equal.
 * @param given names of the inputs that the node has: a growing group has as many members as are given
 * @returns `null` if the input is a choice that has no such option
 */
export function addedInputs(input: DeclaredInput, value: unknown, given: Iterable<string>): DeclaredInput[] | null {
  const [type, rawOptions] = input.raw;
  const options = fieldsOf(rawOptions);
  switch (type) {
    case DYNAMIC_CHOICE: {
      const option = choiceOptions(input.raw).find(({ key }) => key === value);
      return option ? inputsOf(option.inputs, input.name) : null;
    }
    case DYNAMIC_SOCKET:
      return value === undefined ? [] : inputsOf(options['inputs'], input.name);
    case GROWING_GROUP:
      return membersOf(input, fieldsOf(options['template']), given);
    default:
      return [];
  }
}

/** Returns the options of a dynamic choice, each with the inputs that it adds. */
export function choiceOptions([, rawOptions]: readonly unknown[]): { key: unknown; inputs: unknown }[] {
  const { options } = fieldsOf(rawOptions);
  if (!Array.isArray(options)) return [];
  return options.map(fieldsOf).map(({ key, inputs }) => ({ key, inputs }));
}

/**
 * Returns the declared inputs and every input that some value adds, at any depth. Names can repeat, since options share them; the members
 * of a group have its name.
 */
export function* possibleInputs(definition: InputDeclarations): Generator<DeclaredInput> {
  // Definitions nest as deep as their text allows.
  const pending = declaredInputs(definition).reverse();
  for (let input = pending.pop(); input; input = pending.pop()) {
    yield input;
    const { name, raw } = input;
    const options = fieldsOf(raw[1]);
    switch (raw[0]) {
      case DYNAMIC_CHOICE:
        for (const { inputs } of choiceOptions(raw).reverse()) pending.push(...inputsOf(inputs, name).reverse());
        break;
      case DYNAMIC_SOCKET:
        pending.push(...inputsOf(options['inputs'], name).reverse());
        break;
      case GROWING_GROUP:
        for (const member of inputsOf(fieldsOf(options['template'])['input'], name)) yield { ...member, name };
        break;
    }
  }
}

function inputsOf(groups: unknown, parent: string): DeclaredInput[] {
  const { required, optional } = fieldsOf(groups);
  return [...inGroup(required, true, undefined, parent), ...inGroup(optional, false, undefined, parent)];
}

function inGroup(group: unknown, required: boolean, order: unknown, parent: string | null): DeclaredInput[] {
  if (!isFields(group)) return [];
  const known = Object.keys(group);
  // Object keys that look like numbers are not in the order of the text.
  const listed = Array.isArray(order)
    ? order.filter((name) => typeof name === 'string' && Object.hasOwn(group, name))
    : [];
  const prefix = parent === null ? '' : `${parent}.`;
  return [...new Set<string>([...listed, ...known])].flatMap((name) => {
    const raw = group[name];
    return Array.isArray(raw) ? [{ name: prefix + name, required, raw, parent }] : [];
  });
}

/** Returns the members that a group must have, and those that are given. */
function membersOf(group: DeclaredInput, template: Record<string, unknown>, given: Iterable<string>): DeclaredInput[] {
  const { names, prefix, min, max } = template;
  const [member] = inputsOf(template['input'], group.name);
  if (!member) return [];
  const minimum = member.required && typeof min === 'number' ? min : 0;
  const limit = typeof max === 'number' ? max : Infinity;
  const nameAt = (index: number) => (Array.isArray(names) ? names[index] : `${String(prefix)}${index}`);
  const found = new Map<string, DeclaredInput>();
  const add = (name: unknown, required: boolean) => {
    const full = `${group.name}.${String(name)}`;
    if (!found.has(full)) found.set(full, { name: full, required, raw: member.raw, parent: group.name });
  };
  for (let index = 0; index < Math.min(minimum, limit, MAX_MEMBERS); index += 1) add(nameAt(index), true);
  for (const full of given) {
    if (!full.startsWith(`${group.name}.`)) continue;
    const name = full.slice(group.name.length + 1);
    if (Array.isArray(names) ? names.includes(name) : isNumbered(name, String(prefix), limit)) add(name, false);
  }
  return [...found.values()];
}

/** ComfyUI's own limit. */
const MAX_MEMBERS = 100;

function isNumbered(name: string, prefix: string, limit: number): boolean {
  const digits = name.startsWith(prefix) ? name.slice(prefix.length) : '';
  return /^(?:0|[1-9]\d*)$/.test(digits) && Number(digits) < limit;
}
