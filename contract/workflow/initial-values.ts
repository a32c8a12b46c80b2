import type { JsonObject, JsonValue } from '../json/lossless';
import { inputSpecs, type InputSpec, type NodeDefinition } from './node-definitions';
import { literalProblem } from './validate';

/** Returns the default of an input, or an empty value of its type. */
export function initialValue(spec: InputSpec): JsonValue {
  if (spec.media) return '';
  const given = literalOf(spec.default);
  if (given !== null && (spec.kind !== 'combo' || spec.options?.some((option) => option === given))) return given;
  switch (spec.kind) {
    case 'int':
    case 'float':
      return Math.min(spec.max ?? Infinity, Math.max(spec.min ?? -Infinity, 0));
    case 'boolean':
      return false;
    case 'combo':
      return spec.options?.[0] ?? '';
    default:
      return '';
  }
}

function literalOf(value: unknown): string | number | boolean | null {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;
}

/**
 * Returns the inputs of a node after a choice that decides which other inputs it has: those of the option, with the value that the node
 * had under the same name if it still fits, else the default. Inputs of other options go. Links stay to be made.
 * @param name of the dynamic choice, as in the graph
 */
export function withChoice(
  definition: NodeDefinition,
  inputs: JsonObject,
  name: string,
  choice: JsonValue,
): JsonObject {
  const isInside = (input: string) => input.startsWith(`${name}.`);
  const entries = Object.entries(inputs).filter(([input]) => !isInside(input));
  let next: JsonObject = Object.fromEntries([...entries, [name, choice]]);
  // A choice within the option adds inputs in turn.
  for (let count = -1; count !== Object.keys(next).length;) {
    count = Object.keys(next).length;
    for (const spec of inputSpecs(definition, { ...inputs, ...next })) {
      if (!isInside(spec.name) || Object.hasOwn(next, spec.name)) continue;
      const before = Object.hasOwn(inputs, spec.name) ? inputs[spec.name] : undefined;
      const fits = before !== undefined && (Array.isArray(before) || literalProblem(before, spec) === null);
      if (fits) next = { ...next, [spec.name]: before };
      else if (spec.kind !== 'link') next = { ...next, [spec.name]: initialValue(spec) };
    }
  }
  return next;
}
