import { isObject, isSameJson } from '@contract/json/json-values';
import { JsonSyntaxError, numberFromText, parseJson, stringifyJson, type JsonValue } from '@contract/json/lossless';
import { decimalText } from '@/lib/number-text';
import { valueText } from '@/shared/fields/typed-text';
import type { ArrayField, Field } from '../../schema/field';
import { fits } from '../../schema/fits';

export interface PastedItems {
  values: readonly JsonValue[];
  /** Lines that are not valid items. */
  refused: readonly string[];
}

/**
 * Parses a JSON array or one item per line; objects may span several lines. Omits duplicates if the list requires
 * unique items.
 */
export function pastedItems(text: string, field: ArrayField): PastedItems {
  const item = field.item(0);
  const whole = wholeOf(text, item);
  const refused: string[] = [];
  const values: JsonValue[] = [];
  for (const line of whole ?? text.split(/\r?\n/).map((line) => line.trim())) {
    if (line === '') continue;
    // Without `whole`, each line is plain text.
    const value = whole ? line : itemOf(line as string, item);
    if (value === undefined || !fits(item, value)) refused.push(typeof line === 'string' ? line : stringifyJson(line));
    else if (!field.unique || !values.some((known) => isSameJson(known, value))) values.push(value);
  }
  return { values, refused };
}

/** Returns true if items of the list are written as JSON, since a line of text cannot represent them. */
export function isPastedAsJson({ kind }: Field): boolean {
  return ['object', 'map', 'array', 'json'].includes(kind);
}

function wholeOf(text: string, item: Field): JsonValue[] | null {
  const start = text.trimStart().slice(0, 1);
  const value = start === '[' || start === '{' ? jsonOf(text) : undefined;
  if (Array.isArray(value)) return value;
  return isObject(value) && fits(item, value) ? [value] : null;
}

function itemOf(line: string, field: Field): JsonValue | undefined {
  switch (field.kind) {
    case 'number': {
      const number = decimalText(line);
      return number === null ? undefined : numberFromText(number);
    }
    case 'enum':
      return field.choices.find(({ value, label }) => valueText(value) === line || label === line)?.value;
    case 'union':
      return [jsonOf(line), line].find((value) => value !== undefined && fits(field, value));
    default:
      return isPastedAsJson(field) ? jsonOf(line) : line;
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
