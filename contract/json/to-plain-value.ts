import { LosslessNumber, type JsonValue } from './lossless';

/** JSON as the validator reads it: numbers are doubles, so the last digits of very long ones are validated elsewhere. */
export type PlainValue = null | boolean | string | number | PlainValue[] | { [name: string]: PlainValue };

/** Converts to plain values. All members become own properties, whatever their name. The parser limits nesting. */
export function plainValue(value: JsonValue): PlainValue {
  if (value instanceof LosslessNumber) return value.toNumber();
  if (Array.isArray(value)) return value.map(plainValue);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, plainValue(item)]));
}

/** Returns the item or member for one step of a path; `undefined` if there is none. */
export function plainMember(value: PlainValue | undefined, step: string | number): PlainValue | undefined {
  if (Array.isArray(value)) return value[Number(step)];
  return typeof value === 'object' && value !== null && Object.hasOwn(value, step) ? value[step] : undefined;
}
