import { isObject } from '@contract/json/json-values';
import { LosslessNumber, type JsonValue } from '@contract/json/lossless';
import type { NumberBound } from '@/shared/fields/number-range';
import type { Field, FieldPath, NumberField } from '../field';
import { fieldsAt } from '../field-at';
import type { FormError } from '../form-error';

const INTEGER = /^-?\d+$/;

/** Compares integers beyond 2^53, which a double cannot represent, with bounds of the same magnitude. */
export function exactErrors(root: Field, body: JsonValue): FormError[] {
  return longIntegers(body).flatMap(({ path, raw }) => {
    const fields = fieldsAt(root, path);
    const [field] = fields;
    return fields.length === 1 && field?.kind === 'number' ? boundErrors(field, path, BigInt(raw)) : [];
  });
}

function longIntegers(body: JsonValue): { path: FieldPath; raw: string }[] {
  const found: { path: FieldPath; raw: string }[] = [];
  const open: { path: FieldPath; value: JsonValue }[] = [{ path: [], value: body }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { path, value } = next;
    if (value instanceof LosslessNumber && INTEGER.test(value.raw)) found.push({ path, raw: value.raw });
    else if (Array.isArray(value)) value.forEach((item, index) => open.push({ path: [...path, index], value: item }));
    else if (isObject(value))
      for (const [name, item] of Object.entries(value)) open.push({ path: [...path, name], value: item });
  }
  return found;
}

function boundErrors({ minimum, maximum }: NumberField, path: FieldPath, value: bigint): FormError[] {
  const low = exact(minimum);
  const high = exact(maximum);
  // If the doubles differ as well, the validator has already reported it.
  if (low !== null && value < low && Number(value) === Number(low)) return [error(path, 'minimum', `At least ${low}.`)];
  if (high !== null && value > high && Number(value) === Number(high))
    return [error(path, 'maximum', `At most ${high}.`)];
  return [];
}

function exact(bound: NumberBound | null): bigint | null {
  return bound && INTEGER.test(String(bound.value)) ? BigInt(String(bound.value)) : null;
}

function error(path: FieldPath, rule: string, message: string): FormError {
  return { path, message, source: 'schema', rule, context: null, input: undefined };
}
