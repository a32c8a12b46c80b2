import { isObject, isSameJson, member } from '@contract/json/json-values';
import type { JsonValue } from '@contract/json/lossless';
import type { Alternative, Field, ObjectField } from '../../schema/field';

export interface ObjectParts {
  main: readonly Field[];
  more: readonly Field[];
  /** Alternative sets of properties, with their fields. */
  alternatives: readonly AlternativeParts[];
}

export interface AlternativeParts {
  alternative: Alternative;
  fields: readonly Field[];
}

/**
 * Groups the properties of an object by the part of the form that shows them; each belongs to one part. @param settled
 * names of omitted properties, as JSON text
 */
export function objectParts(field: ObjectField, settled: string): ObjectParts {
  const skipped: readonly string[] = JSON.parse(settled);
  const taken = new Set<Field>();
  const all = field.fields().filter(({ name }) => !skipped.includes(name));
  const alternatives = field.alternatives.flatMap((alternative) => {
    const names = new Set(alternative.sets.flat());
    const fields = all.filter((child) => names.has(child.name) && !taken.has(child));
    for (const child of fields) taken.add(child);
    return fields.length > 0 ? [{ alternative, fields }] : [];
  });
  const rest = all.filter((child) => !taken.has(child));
  return {
    main: rest.filter(({ place }) => place === 'main'),
    more: rest.filter(({ place }) => place === 'more'),
    alternatives,
  };
}

/** Returns the names of additional properties, which are shown and sent unchanged. */
export function extraNames(field: ObjectField, value: JsonValue | undefined): readonly string[] {
  if (!isObject(value)) return [];
  const known = new Set(field.fields().map(({ name }) => name));
  return Object.keys(value).filter((name) => !known.has(name));
}

/** Returns the names of required constants that are already sent, as JSON text; they need no input. */
export function settledConstants(field: ObjectField, value: JsonValue | undefined): string {
  const settled = field.fields().filter((child) => {
    return child.kind === 'const' && child.required && isSameJson(member(value, child.name), child.value);
  });
  return JSON.stringify(settled.map(({ name }) => name));
}
