import { LosslessNumber, type JsonValue } from './lossless';

/** JSON as the validator reads it: numbers are doubles, so the last digits of very long ones are judged elsewhere. */
export type PlainValue = null | boolean | string | number | PlainValue[] | { [name: string]: PlainValue };

/** Members become own ones whatever they are called. Nesting is bounded by the parser. */
export function plainValue(value: JsonValue): PlainValue {
  if (value instanceof LosslessNumber) return value.toNumber();
  if (Array.isArray(value)) return value.map(plainValue);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, plainValue(item)]));
}
