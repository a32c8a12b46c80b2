import { LosslessNumber, type JsonObject, type JsonValue } from './lossless';

export function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof LosslessNumber);
}

export function isNumber(value: JsonValue | undefined): value is number | LosslessNumber {
  return typeof value === 'number' || value instanceof LosslessNumber;
}

/** Returns an own member: never `toString` or anything else of the prototype. */
export function member(value: JsonValue | undefined, name: string): JsonValue | undefined {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** Returns true if two values are equal as JSON: members in any order, numbers by value. */
export function isSameJson(left: JsonValue | undefined, right: JsonValue | undefined): boolean {
  if (left === right) return true;
  if (isNumber(left) && isNumber(right)) return isSameNumber(left, right);
  if (Array.isArray(left) && Array.isArray(right)) {
    return left.length === right.length && left.every((item, index) => isSameJson(item, right[index]));
  }
  if (!isObject(left) || !isObject(right)) return false;
  const names = Object.keys(left);
  return (
    names.length === Object.keys(right).length &&
    names.every((name) => Object.hasOwn(right, name) && isSameJson(left[name], right[name]))
  );
}

/** 1 and 1.0 are equal; integers beyond 2^53 are equal only if their digits are. */
function isSameNumber(left: number | LosslessNumber, right: number | LosslessNumber): boolean {
  if (String(left) === String(right)) return true;
  return Number(left) === Number(right) && Number.isSafeInteger(Math.trunc(Number(left)));
}
