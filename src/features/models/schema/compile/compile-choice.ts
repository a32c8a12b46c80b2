import { isNumber } from '@contract/json/json-values';
import type { JsonValue } from '@contract/json/lossless';
import { each, type FlatSchema } from '@contract/model-schema/flatten-schema';
import type { Choice } from '@/shared/fields/choice';
import type { ConstField, EnumField, FieldBase } from '../field';
import { isOfType, statedTypes } from '../schema-types';

/** Returns a field with fixed values, or `null` if the schema has none. A single value is a constant. */
export function choiceField(base: FieldBase, flat: FlatSchema): EnumField | ConstField | null {
  const choices = choicesOf(flat);
  // Lists without a common value are left to validation.
  if (choices === null || choices.length === 0) return null;
  const values = choices.filter(({ value }) => value !== null);
  const [only] = values;
  if (values.length === 0) return { ...base, kind: 'const', value: null };
  if (only && values.length === 1 && !base.nullable) return { ...base, kind: 'const', value: only.value };
  return { ...base, kind: 'enum', choices: values };
}

/**
 * Returns the values that all `enum` and `const` keywords allow, in the order of the first; `null` if there are none.
 */
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

/** Equal values have equal keys, so that thousands of values can be compared quickly. */
function keyOf(value: JsonValue): string {
  if (!isNumber(value)) return `${typeof value}:${JSON.stringify(value)}`;
  return `number:${Number.isSafeInteger(Number(value)) ? Number(value) : String(value)}`;
}

/** An empty text is a normal value, and needs a visible label to be selected. */
export function labelOf(value: JsonValue): string {
  if (value === '') return '(empty)';
  return typeof value === 'string' || isNumber(value) ? String(value) : JSON.stringify(value);
}

interface Labels {
  label: string | undefined;
  description: string | undefined;
}

/** `x-enum-varnames`, `x-enumNames`, `x-enum-descriptions`; each is ignored unless it has one entry per value. */
function labelsOf(flat: FlatSchema, count: number): Labels[] {
  const listed = (pattern: RegExp): string[] => {
    for (const schema of flat.schemas) {
      const [found] = Object.entries(schema).flatMap(([keyword, value]) =>
        pattern.test(keyword) && Array.isArray(value) ? [value] : [],
      );
      if (found?.length === count) return found.map(String);
    }
    return [];
  };
  const names = listed(/^(?:x-(?:.+-)?)?enum-?(?:labels|names|varnames)$/i);
  const descriptions = listed(/^(?:x-(?:.+-)?)?enum-?descriptions$/i);
  return names.length + descriptions.length === 0
    ? []
    : Array.from({ length: count }, (_, index) => ({ label: names[index], description: descriptions[index] }));
}
