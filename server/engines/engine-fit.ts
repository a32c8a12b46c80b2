import type { NodeDefinition, NodeDefinitions } from '@contract/workflow/node-definitions';
import type { JobNeeds } from './engine';
import { fieldsOf } from '@contract/typed-objects';

/** Match of an engine's node definitions with a job. */
export type Fit =
  /** The engine has all classes and all selected list values, such as model files. */
  | 'all'
  /** The engine has all classes. */
  | 'classes'
  | 'none';

/** Cached results: definitions are immutable objects, and jobs are checked again at every poll of the queue. */
const validated = new WeakMap<NodeDefinitions, WeakMap<JobNeeds, Fit>>();
const lists = new WeakMap<NodeDefinition, Map<string, ReadonlySet<unknown>>>();

export function fitOf(definitions: NodeDefinitions, needs: JobNeeds): Fit {
  const known = validated.get(definitions) ?? new WeakMap<JobNeeds, Fit>();
  validated.set(definitions, known);
  const fit = known.get(needs) ?? validate(definitions, needs);
  known.set(needs, fit);
  return fit;
}

export function hasClasses(definitions: NodeDefinitions | null, classes: readonly string[]): boolean {
  return definitions !== null && classes.every((name) => Object.hasOwn(definitions, name));
}

function validate(definitions: NodeDefinitions, { classes, texts }: JobNeeds): Fit {
  if (!hasClasses(definitions, classes)) return 'none';
  const hasAll = texts.every(({ classType, input, value }) => {
    const definition = definitions[classType];
    const list = definition && listsOf(definition).get(input);
    return list === undefined || list.has(value);
  });
  return hasAll ? 'all' : 'classes';
}

/** Returns the allowed values of inputs with lists. Lists that the console loads separately are not bounds. */
function listsOf(definition: NodeDefinition): Map<string, ReadonlySet<unknown>> {
  const known = lists.get(definition);
  if (known) return known;
  const found = new Map<string, ReadonlySet<unknown>>();
  const { required, optional } = definition.input;
  for (const [name, raw] of [...Object.entries(optional ?? {}), ...Object.entries(required ?? {})]) {
    const values = listOf(raw);
    if (values) found.set(name, new Set(values));
  }
  lists.set(definition, found);
  return found;
}

/** Returns the list of `[[values], options]` or `["COMBO", { options: [values] }]`. */
export function listOf([type, options]: readonly unknown[]): readonly unknown[] | null {
  if (isList(type)) return type;
  const given = type === 'COMBO' ? fieldsOf(options)['options'] : null;
  return isList(given) ? given : null;
}

/** Like `Array.isArray`, which narrows `unknown` to `any[]`. */
function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}
