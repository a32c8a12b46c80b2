import { z } from 'zod/mini';
import { fieldsOf } from '../typed-objects';

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
  /** Python module of the class: `nodes`, `comfy_extras.…`, `custom_nodes.…`. */
  python_module: z.optional(z.unknown()),
  /** Inputs whose parts appear in a graph under separate names (`images.image0`), so that ComfyUI follows no link here. */
  dynamic_inputs: z.optional(z.array(z.string())),
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

function inputSpec(name: string, required: boolean, raw: readonly unknown[]): InputSpec {
  const [type, given] = raw;
  const options = fieldsOf(given);
  const listed = Array.isArray(type) ? type : Array.isArray(options['options']) ? options['options'] : undefined;
  const kind: InputKind = Array.isArray(type) ? 'combo' : kindOf(String(type));
  const spec: InputSpec = { name, required, kind, type: Array.isArray(type) ? 'COMBO' : String(type) };
  if (options['default'] !== undefined) spec.default = options['default'];
  if (typeof options['min'] === 'number') spec.min = options['min'];
  if (typeof options['max'] === 'number') spec.max = options['max'];
  if (typeof options['step'] === 'number') spec.step = options['step'];
  if (kind === 'combo') spec.options = (listed ?? []).filter(isScalar);
  if (options['multiline'] === true) spec.multiline = true;
  if (typeof options['tooltip'] === 'string') spec.tooltip = options['tooltip'];
  if (options['control_after_generate'] === true) spec.controlAfterGenerate = true;
  if (spec.type === 'COLOR' || (spec.kind === 'int' && options['display'] === 'color')) spec.isColor = true;
  for (const [flag, media] of UPLOAD_FLAGS) if (options[flag] === true) spec.media = media;
  return spec;
}

/** Returns the inputs of a class, required ones first, in definition order. */
export function inputSpecs(definition: NodeDefinition): InputSpec[] {
  const { required, optional } = definition.input;
  return [
    ...Object.entries(required ?? {}).map(([name, raw]) => inputSpec(name, true, raw)),
    ...Object.entries(optional ?? {}).map(([name, raw]) => inputSpec(name, false, raw)),
  ];
}

/** Returns the type names of the output slots. */
export function outputTypes(definition: NodeDefinition): string[] {
  return (definition.output ?? []).map((type) => (Array.isArray(type) ? 'COMBO' : String(type)));
}
