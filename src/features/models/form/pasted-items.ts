import { isSameJson } from '@contract/json/json-values';
import { JsonSyntaxError, numberFromText, parseJson, type JsonValue } from '@contract/json/lossless';
import { decimalText } from '@/lib/number-text';
import type { ArrayField, Field } from '../schema/field';
import { valueText } from './field-words';

export interface PastedItems {
  values: readonly JsonValue[];
  /** Lines that are no value of this list. */
  refused: readonly string[];
}

/** A JSON array, or one item a line. Repeated ones are left out where the list wants each only once. */
export function pastedItems(text: string, field: ArrayField): PastedItems {
  const array = asArray(text);
  const item = field.item(0);
  const refused: string[] = [];
  const values: JsonValue[] = [];
  for (const line of array ?? text.split(/\r?\n/).map((line) => line.trim())) {
    if (line === '') continue;
    const value = array ? line : itemOf(line as string, item);
    if (value === undefined) refused.push(String(line));
    else if (!field.unique || !values.some((known) => isSameJson(known, value))) values.push(value);
  }
  return { values, refused };
}

function asArray(text: string): JsonValue[] | null {
  if (!text.trimStart().startsWith('[')) return null;
  try {
    const value = parseJson(text);
    return Array.isArray(value) ? value : null;
  } catch (error) {
    if (error instanceof JsonSyntaxError) return null;
    throw error;
  }
}

function itemOf(line: string, field: Field): JsonValue | undefined {
  switch (field.kind) {
    case 'number': {
      const number = decimalText(line);
      return number === null ? undefined : numberFromText(number);
    }
    case 'enum':
      return field.choices.find(({ value, label }) => valueText(value) === line || label === line)?.value;
    case 'json':
      return jsonOf(line);
    default:
      return line;
  }
}

function jsonOf(line: string): JsonValue | undefined {
  try {
    return parseJson(line);
  } catch (error) {
    if (error instanceof JsonSyntaxError) return undefined;
    throw error;
  }
}
