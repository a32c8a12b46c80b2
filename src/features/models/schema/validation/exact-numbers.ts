import { isObject } from '@contract/json/json-values';
import { LosslessNumber, type JsonValue } from '@contract/json/lossless';
import type { Field, FieldPath, NumberBound, NumberField } from '../field';
import { fieldsAt } from '../field-at';
import type { FormFault } from '../form-error';

const INTEGER = /^-?\d+$/;

/** Whole numbers beyond 2^53, which a double takes for their neighbours, against bounds of the same size. */
export function exactFaults(root: Field, body: JsonValue): FormFault[] {
  return longIntegers(body).flatMap(({ path, raw }) => {
    const fields = fieldsAt(root, path);
    const [field] = fields;
    return fields.length === 1 && field?.kind === 'number' ? boundFaults(field, path, BigInt(raw)) : [];
  });
}

function longIntegers(body: JsonValue): { path: FieldPath; raw: string }[] {
  const found: { path: FieldPath; raw: string }[] = [];
  const open: { path: FieldPath; value: JsonValue }[] = [{ path: [], value: body }];
  while (open.length > 0) {
    const { path, value } = open.pop() as (typeof open)[number];
    if (value instanceof LosslessNumber && INTEGER.test(value.raw)) found.push({ path, raw: value.raw });
    else if (Array.isArray(value)) value.forEach((item, index) => open.push({ path: [...path, index], value: item }));
    else if (isObject(value))
      for (const [name, item] of Object.entries(value)) open.push({ path: [...path, name], value: item });
  }
  return found;
}

function boundFaults({ minimum, maximum }: NumberField, path: FieldPath, value: bigint): FormFault[] {
  const low = exact(minimum);
  const high = exact(maximum);
  // Where the doubles differ too, the validator has said it already.
  if (low !== null && value < low && Number(value) === Number(low)) return [fault(path, 'minimum', `At least ${low}.`)];
  if (high !== null && value > high && Number(value) === Number(high))
    return [fault(path, 'maximum', `At most ${high}.`)];
  return [];
}

function exact(bound: NumberBound | null): bigint | null {
  return bound && INTEGER.test(String(bound.value)) ? BigInt(String(bound.value)) : null;
}

function fault(path: FieldPath, rule: string, message: string): FormFault {
  return { path, message, source: 'schema', rule, context: null, input: undefined };
}
