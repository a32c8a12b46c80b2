import { isNumber } from '@contract/json/json-values';
import type { JsonValue } from '@contract/json/lossless';
import { each, type FlatSchema } from '@contract/model-schema/flatten-schema';
import type { Choice, ConstField, EnumField, FieldBase } from './field';
import { isOfType, statedTypes } from './schema-types';

/** A field of given values, or null where the schema gives none. One value alone is a constant. */
export function choiceField(base: FieldBase, flat: FlatSchema): EnumField | ConstField | null {
  const choices = choicesOf(flat);
  // Lists that have nothing in common are for validation to refuse.
  if (choices === null || choices.length === 0) return null;
  const values = choices.filter(({ value }) => value !== null);
  const [only] = values;
  if (values.length === 0) return { ...base, kind: 'const', value: null };
  if (only && values.length === 1 && !base.nullable) return { ...base, kind: 'const', value: only.value };
  return { ...base, kind: 'enum', choices: values };
}

/** Values that every `enum` and `const` allows, in the order of the first; null where there is neither. */
export function choicesOf(flat: FlatSchema): Choice[] | null {
  const lists = [
    ...each(flat, 'enum').filter((values) => Array.isArray(values)),
    ...each(flat, 'const').map((value) => [value]),
  ];
  const [first, ...others] = lists;
  if (!first) return null;
  const { types, nullable } = statedTypes(flat);
  const isFree = each(flat, 'type').length === 0;
  const labels = labelsOf(flat, first.length);
  const allowed = others.map((list) => new Set(list.map(keyOf)));
  const choices: Choice[] = [];
  const known = new Set<string>();
  for (const [index, value] of first.entries()) {
    const key = keyOf(value);
    const isTyped = isFree || types.some((type) => isOfType(value, type)) || (value === null && nullable);
    if (known.has(key) || !isTyped || !allowed.every((keys) => keys.has(key))) continue;
    known.add(key);
    choices.push({
      value,
      label: labels[index]?.label ?? labelOf(value),
      description: labels[index]?.description ?? '',
    });
  }
  return choices;
}

/** Equal for equal values, so that thousands are compared at once. */
function keyOf(value: JsonValue): string {
  if (!isNumber(value)) return `${typeof value}:${JSON.stringify(value)}`;
  return `number:${Number.isSafeInteger(Number(value)) ? Number(value) : String(value)}`;
}

/** An empty text is a value like any other, and has to be seen to be chosen. */
export function labelOf(value: JsonValue): string {
  if (value === '') return '(empty)';
  return typeof value === 'string' || isNumber(value) ? String(value) : JSON.stringify(value);
}

interface Labels {
  label: string | undefined;
  description: string | undefined;
}

/** `x-enum-varnames`, `x-enumNames`, `x-enum-descriptions`, which count only where there is one for each value. */
function labelsOf(flat: FlatSchema, count: number): Labels[] {
  const listed = (pattern: RegExp): string[] => {
    for (const schema of flat.schemas) {
      const found = Object.entries(schema).find(([keyword, value]) => pattern.test(keyword) && Array.isArray(value));
      if (found && (found[1] as JsonValue[]).length === count) return (found[1] as JsonValue[]).map(String);
    }
    return [];
  };
  const names = listed(/^(?:x-(?:.+-)?)?enum-?(?:labels|names|varnames)$/i);
  const descriptions = listed(/^(?:x-(?:.+-)?)?enum-?descriptions$/i);
  return names.length + descriptions.length === 0
    ? []
    : Array.from({ length: count }, (_, index) => ({ label: names[index], description: descriptions[index] }));
}
