import type { NodeDefinition } from '@contract/workflow/node-definitions';

/** One input as `/object_info` writes it: a type name or a list of choices, then options. */
export type RawInput = [string | readonly string[], Record<string, unknown>?];

export interface ClassFacts {
  name: string;
  title: string;
  category: string;
  description: string;
  required: Record<string, RawInput>;
  optional?: Record<string, RawInput>;
  /** Type and name of each output slot. */
  outputs?: readonly (readonly [type: string, name: string])[];
  /** Ends a branch of the graph: it is run whenever the workflow is. */
  isOutput?: boolean;
}

/** ComfyUI's own bound for every side of a picture. */
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

/** Completes the facts to an entry of `/object_info`, in the shape that editors of ComfyUI read too. */
export function define(facts: ClassFacts): NodeDefinition {
  const outputs = facts.outputs ?? [];
  return {
    name: facts.name,
    display_name: facts.title,
    description: facts.description,
    category: facts.category,
    input: { required: facts.required, ...(facts.optional ? { optional: facts.optional } : {}) },
    input_order: {
      required: Object.keys(facts.required),
      ...(facts.optional ? { optional: Object.keys(facts.optional) } : {}),
    },
    output: outputs.map(([type]) => type),
    output_name: outputs.map(([, name]) => name),
    output_is_list: outputs.map(() => false),
    output_node: facts.isOutput ?? false,
    python_module: 'flowdeck.embedded',
  };
}
