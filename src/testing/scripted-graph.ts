import { SCRIPTED_DEFINITIONS } from '@server/testing/scripted-engine/scripted-classes';
import { inputSpecs } from '@contract/workflow/node-definitions';

interface ScriptedNode {
  class_type: string;
  inputs: Record<string, unknown>;
  _meta: { title: string };
}

/** A node of the scripted engine with its defaults. `after` is the id of the node that it waits for. */
export function scripted(
  className: string,
  inputs: Record<string, unknown> = {},
  { title = className, after }: { title?: string; after?: string } = {},
): ScriptedNode {
  const definition = SCRIPTED_DEFINITIONS[className];
  if (!definition) throw new Error(`The scripted engine has no ${className}`);
  const defaults = inputSpecs(definition)
    .filter((spec) => spec.required && spec.default !== undefined)
    .map((spec) => [spec.name, spec.default] as const);
  return {
    class_type: className,
    inputs: { ...Object.fromEntries(defaults), ...inputs, ...(after ? { after: [after, 0] } : {}) },
    _meta: { title },
  };
}
