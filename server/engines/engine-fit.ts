import type { NodeDefinition, NodeDefinitions } from '@contract/workflow/node-definitions';
import type { JobNeeds } from './engine';

/** How well an engine fits a job, by its node definitions. */
export type Fit =
  /** It has all classes and all values that inputs with lists are given, such as model files. */
  | 'all'
  /** It has all classes. */
  | 'classes'
  | 'none';

/** Definitions are objects that do not change, and jobs are judged again at every look at the queue. */
const judged = new WeakMap<NodeDefinitions, WeakMap<JobNeeds, Fit>>();
const lists = new WeakMap<NodeDefinition, Map<string, ReadonlySet<unknown>>>();

export function fitOf(definitions: NodeDefinitions, needs: JobNeeds): Fit {
  const known = judged.get(definitions) ?? new WeakMap<JobNeeds, Fit>();
  judged.set(definitions, known);
  const fit = known.get(needs) ?? judge(definitions, needs);
  known.set(needs, fit);
  return fit;
}

export function hasClasses(definitions: NodeDefinitions | null, classes: readonly string[]): boolean {
  return definitions !== null && classes.every((name) => Object.hasOwn(definitions, name));
}

function judge(definitions: NodeDefinitions, { classes, texts }: JobNeeds): Fit {
  if (!hasClasses(definitions, classes)) return 'none';
  const hasAll = texts.every(({ classType, input, value }) => {
    const definition = definitions[classType];
    const list = definition && listsOf(definition).get(input);
    return list === undefined || list.has(value);
  });
  return hasAll ? 'all' : 'classes';
}

/** The values of the inputs that list them. A list that the console loads by itself is no bound. */
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

/** `[[values], options]`, or `["COMBO", { options: [values] }]`. */
export function listOf([type, options]: readonly unknown[]): readonly unknown[] | null {
  if (Array.isArray(type)) return type as unknown[];
  if (type !== 'COMBO' || typeof options !== 'object' || options === null) return null;
  return 'options' in options && Array.isArray(options.options) ? (options.options as unknown[]) : null;
}
