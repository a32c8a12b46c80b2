import type { NodeDefinition } from '@contract/workflow/node-definitions';

/** Input in the format of `/object_info`: a type name or a list of choices, then options. */
export type RawInput = [string | readonly string[], Record<string, unknown>?];

export interface ClassDetails {
  name: string;
  title: string;
  category: string;
  description: string;
  required: Record<string, RawInput>;
  optional?: Record<string, RawInput>;
  /** Type and name per output slot. */
  outputs?: readonly (readonly [type: string, name: string])[];
  /** `true` for an output node, which runs whenever the workflow runs. */
  isOutput?: boolean;
}

/** ComfyUI's maximum for the side of an image. */
export const MAX_SIDE = 16384;

export const UPSCALE_METHODS = ['nearest-exact', 'bilinear', 'area', 'bicubic', 'lanczos'] as const;

export const IMAGE: RawInput = ['IMAGE'];
export const MASK: RawInput = ['MASK'];

export function int(options: {
  default?: number;
  min?: number;
  max?: number;
  step?: number;
  tooltip?: string;
}): RawInput {
  return ['INT', options];
}

export function float(options: {
  default?: number;
  min?: number;
  max?: number;
  step?: number;
  tooltip?: string;
}): RawInput {
  return ['FLOAT', options];
}

export function choice(options: readonly string[], extra: Record<string, unknown> = {}): RawInput {
  return [options, { default: options[0], ...extra }];
}

/** Builds an entry of `/object_info` in the format that ComfyUI editors read. */
export function define(details: ClassDetails): NodeDefinition {
  const outputs = details.outputs ?? [];
  return {
    name: details.name,
    display_name: details.title,
    description: details.description,
    category: details.category,
    input: { required: details.required, ...(details.optional ? { optional: details.optional } : {}) },
    input_order: {
      required: Object.keys(details.required),
      ...(details.optional ? { optional: Object.keys(details.optional) } : {}),
    },
    output: outputs.map(([type]) => type),
    output_name: outputs.map(([, name]) => name),
    output_is_list: outputs.map(() => false),
    output_node: details.isOutput ?? false,
    python_module: 'flowdeck.embedded',
  };
}
