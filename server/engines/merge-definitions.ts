import type { NodeDefinition, NodeDefinitions } from '@contract/workflow/node-definitions';
import type { LastSeenDefinitions } from './engine';
import { listOf } from './engine-fit';
import { fieldsOf } from '@contract/typed-objects';

/**
 * Merges the classes of all engines. A shared class has the definition of the first engine with the list values of all. What one engine
 * does not judge is not judged at all, since that engine may get the job.
 */
export function mergeDefinitions(all: readonly NodeDefinitions[]): NodeDefinitions {
  const merged: Record<string, NodeDefinition> = {};
  for (const definitions of all) {
    for (const [name, definition] of Object.entries(definitions)) {
      const earlier = Object.hasOwn(merged, name) ? merged[name] : undefined;
      const value = earlier ? mergeClass(earlier, definition) : definition;
      // Class names are untrusted: `__proto__` must be a plain key.
      Object.defineProperty(merged, name, { value, enumerable: true, configurable: true, writable: true });
    }
  }
  return merged;
}

/** Merges what several servers listed last; the result is as old as the oldest part. `null` if there is none. */
export function mergeLastSeen(all: readonly (LastSeenDefinitions | null)[]): LastSeenDefinitions | null {
  const seen = all.filter((part) => part !== null);
  const [first, ...others] = seen;
  if (!first || others.length === 0) return first ?? null;
  const definitions = mergeDefinitions(seen.map((part) => part.definitions));
  return { definitions, readAt: Math.min(...seen.map(({ readAt }) => readAt)) };
}

/** Merges a class. Returns the same object if the other one adds nothing, which is the common case. */
function mergeClass(first: NodeDefinition, other: NodeDefinition): NodeDefinition {
  const required = mergeInputs(first.input.required, other.input.required);
  const optional = mergeInputs(first.input.optional, other.input.optional);
  const unchecked = new Set([...(first.unchecked_inputs ?? []), ...(other.unchecked_inputs ?? [])]);
  const isSame = required === first.input.required && optional === first.input.optional;
  if (isSame && unchecked.size === (first.unchecked_inputs?.length ?? 0)) return first;
  const flag = unchecked.size === 0 ? {} : { unchecked_inputs: [...unchecked] };
  return { ...first, input: { ...first.input, required, optional }, ...flag };
}

type Inputs = NodeDefinition['input']['required'];

function mergeInputs(first: Inputs, other: Inputs): Inputs {
  if (!first || !other) return first;
  let merged = first;
  for (const [name, raw] of Object.entries(first)) {
    const more = Object.hasOwn(other, name) ? listOf(other[name] ?? []) : null;
    const values = more && listOf(raw);
    if (!values) continue;
    const known = new Set(values);
    const added = more.filter((value) => !known.has(value));
    if (added.length === 0) continue;
    merged = { ...merged, [name]: withList(raw, [...values, ...added]) };
  }
  return merged;
}

function withList(raw: readonly unknown[], values: readonly unknown[]): unknown[] {
  const [type, options, ...rest] = raw;
  if (Array.isArray(type)) return [values, ...raw.slice(1)];
  return [type, { ...fieldsOf(options), options: values }, ...rest];
}
