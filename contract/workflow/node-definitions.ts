import { z } from 'zod/mini';
import { fieldsOf } from '../typed-objects';
import {
  addedInputs,
  choiceOptions,
  declaredInputs,
  DYNAMIC_CHOICE,
  DYNAMIC_SOCKET,
  GROWING_GROUP,
  isDynamicType,
  type DeclaredInput,
} from './declared-inputs';

/**
 * Node definitions in the format of ComfyUI's `/object_info` (docs/api-notes.md, ComfyUI's protocol), served privately by the
 * gateway at `/console/object_info/{class}` for every engine. Validation and the console's form use the same ones.
 */

/** `[type, options]`; a list instead of the type name is an enumeration. Third-party entries keep unknown options. */
const RawInput = z.array(z.unknown());

export const NodeDefinition = z.looseObject({
  name: z.string(),
  display_name: z.optional(z.nullable(z.string())),
  description: z.optional(z.nullable(z.string())),
  category: z.optional(z.nullable(z.string())),
  input: z.looseObject({
    required: z.optional(z.nullable(z.record(z.string(), RawInput))),
    optional: z.optional(z.nullable(z.record(z.string(), RawInput))),
  }),
  output: z.optional(z.array(z.unknown())),
  output_name: z.optional(z.array(z.unknown())),
  output_node: z.optional(z.boolean()),
  /** Partner node, which needs a credential in `extra_data`. */
  api_node: z.optional(z.nullable(z.boolean())),
  /** What a run of the node costs, by its author: an expression over some of its inputs. */
  price_badge: z.optional(z.unknown()),
  /** Python module of the class: `nodes`, `comfy_extras.…`, `custom_nodes.…`. */
  python_module: z.optional(z.unknown()),
  /**
   * Inputs whose values the engine does not judge, named as in a graph. Only checks read this: type, choices and options are as the
   * engine gives them.
   */
  unchecked_inputs: z.optional(z.array(z.string())),
});
export type NodeDefinition = z.infer<typeof NodeDefinition>;

/** By class name. Absent classes are unknown to the surface. */
export type NodeDefinitions = Readonly<Record<string, NodeDefinition>>;

export type InputKind = 'int' | 'float' | 'string' | 'boolean' | 'combo' | 'link';
export type MediaKind = 'image' | 'audio' | 'video';

export interface InputSpec {
  name: string;
  required: boolean;
  kind: InputKind;
  /** Type name on the wire, such as `IMAGE`; `COMBO` for an enumeration. `*` accepts every link. */
  type: string;
  /** Every value and link is valid, as far as known: the engine does not judge them. */
  isUnchecked?: boolean;
  /** The editor makes the value when it queues. An empty one fails when the node runs. */
  isMadeInEditor?: boolean;
  /** A combo whose value decides which other inputs the node has. */
  isDynamic?: boolean;
  /** Name of the input whose value adds this one. */
  parent?: string;
  default?: unknown;
  min?: number;
  max?: number;
  step?: number;
  /** Accepted values of a combo. */
  options?: readonly (string | number | boolean)[];
  multiline?: boolean;
  tooltip?: string;
  /** Media kind if the value names a user file; makes the input a drop target. */
  media?: MediaKind;
  /** Color: `#rrggbb`, or the number 0xRRGGBB if the type is INT. */
  isColor?: boolean;
  /** Whether the form offers to change the value after each run, as for seeds. */
  controlAfterGenerate?: boolean;
}

const LITERAL_KINDS: Readonly<Record<string, InputKind>> = {
  INT: 'int',
  FLOAT: 'float',
  STRING: 'string',
  BOOLEAN: 'boolean',
  COMBO: 'combo',
  COLOR: 'string',
};

/** Types of values that exist in ComfyUI's editor only. The view of a model that comes by a link may be empty. */
const EDITOR_TYPES = /^(?:WEBCAM|AUDIO_RECORD|LOAD_3D(?:_ANIMATION|_ADVANCED)?)$/;
const VIEW_OF_MODEL = 'viewport_state';

const UPLOAD_FLAGS: readonly (readonly [string, MediaKind])[] = [
  ['image_upload', 'image'],
  ['audio_upload', 'audio'],
  ['video_upload', 'video'],
];

function isScalar(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

/** A union with a widget type, such as `FLOAT,INT`, accepts literals as well as links. */
function kindOf(type: string): InputKind {
  if (LITERAL_KINDS[type]) return LITERAL_KINDS[type];
  const parts = type.split(',').map((part) => LITERAL_KINDS[part.trim()]);
  return parts.find((kind) => kind !== undefined && kind !== 'combo') ?? 'link';
}

/** Describes one declared input for forms and checks. */
export function inputSpec({ name, required, raw, parent }: DeclaredInput, isUnchecked = false): InputSpec {
  const [declaredType, given] = raw;
  const options = fieldsOf(given);
  const type = declaredType === DYNAMIC_SOCKET ? options['slotType'] : declaredType;
  const listed = Array.isArray(type) ? type : Array.isArray(options['options']) ? options['options'] : undefined;
  const isDynamic = type === DYNAMIC_CHOICE;
  const kind: InputKind = Array.isArray(type) || isDynamic ? 'combo' : kindOf(String(type));
  const spec: InputSpec = { name, required, kind, type: Array.isArray(type) ? 'COMBO' : String(type) };
  if (isUnchecked) spec.isUnchecked = true;
  if (isDynamic) spec.isDynamic = true;
  if (EDITOR_TYPES.test(spec.type) && name !== VIEW_OF_MODEL) spec.isMadeInEditor = true;
  if (parent !== null) spec.parent = parent;
  if (options['default'] !== undefined) spec.default = options['default'];
  if (typeof options['min'] === 'number') spec.min = options['min'];
  if (typeof options['max'] === 'number') spec.max = options['max'];
  if (typeof options['step'] === 'number') spec.step = options['step'];
  if (kind === 'combo') {
    const values = isDynamic ? choiceOptions(raw).map(({ key }) => key) : (listed ?? []);
    spec.options = values.filter(isScalar);
  }
  if (options['multiline'] === true) spec.multiline = true;
  if (typeof options['tooltip'] === 'string') spec.tooltip = options['tooltip'];
  if (options['control_after_generate'] === true) spec.controlAfterGenerate = true;
  if (spec.type === 'COLOR' || (spec.kind === 'int' && options['display'] === 'color')) spec.isColor = true;
  for (const [flag, media] of UPLOAD_FLAGS) if (options[flag] === true) spec.media = media;
  return spec;
}

/** Definitions are immutable, and most classes have the same inputs whatever their values are. */
const fixedSpecs = new WeakMap<NodeDefinition, readonly InputSpec[]>();

/**
 * Returns the inputs of a node, required ones first, in definition order; each input that a value adds follows the one that adds it.
 * @param values inputs of the node by name; without them only what every node of the class has
 */
export function inputSpecs(
  definition: NodeDefinition,
  values: Readonly<Record<string, unknown>> = {},
): readonly InputSpec[] {
  const known = fixedSpecs.get(definition);
  if (known) return known;
  const declared = declaredInputs(definition);
  const isFixed = !declared.some(({ raw }) => isDynamicType(raw[0]));
  const unchecked = new Set(definition.unchecked_inputs);
  const specs: InputSpec[] = [];
  const pending = declared.reverse();
  for (let input = pending.pop(); input; input = pending.pop()) {
    const { name, raw } = input;
    // A group has no value of its own: its members are the inputs.
    if (raw[0] !== GROWING_GROUP) specs.push(specOf(input, definition.name, unchecked));
    if (!isDynamicType(raw[0])) continue;
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    pending.push(...(addedInputs(input, value, Object.keys(values)) ?? []).reverse());
  }
  if (isFixed) fixedSpecs.set(definition, specs);
  return specs;
}

/** Inputs whose list of choices is made in ComfyUI's editor, by class: the server accepts any text. */
const EDITOR_LISTS: Readonly<Record<string, string>> = { CustomCombo: 'choice' };

function specOf(input: DeclaredInput, className: string, unchecked: ReadonlySet<string>): InputSpec {
  const isUnchecked = unchecked.has(input.name) || (input.parent !== null && unchecked.has(input.parent));
  const spec = inputSpec(input, isUnchecked);
  if (EDITOR_LISTS[className] === input.name) return { ...spec, kind: 'string', isUnchecked: true };
  const isKnown = !isDynamicType(input.raw[0]) || spec.isDynamic || input.raw[0] === DYNAMIC_SOCKET;
  // Inputs of later versions can appear in a graph under any name.
  return isKnown ? spec : { ...spec, required: false, isUnchecked: true };
}

/** Type whose members, of one node, all have the same type. */
const MATCH_TYPE = /^COMFY_MATCHTYPE/;

/** Returns the type names of the output slots; `*` for those that have the type of an input. */
export function outputTypes(definition: NodeDefinition): string[] {
  return (definition.output ?? []).map((type) =>
    Array.isArray(type) ? 'COMBO' : MATCH_TYPE.test(String(type)) ? '*' : String(type),
  );
}
