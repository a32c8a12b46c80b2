import { stringifyJson, type JsonValue } from '@contract/json/lossless';

/** Compares values as written: `1.0` and `1` differ, since only one of them was sent. `undefined`: missing. */
export function isSameJson(left: JsonValue | undefined, right: JsonValue | undefined): boolean {
  if (left === undefined || right === undefined) return left === right;
  return stringifyJson(left) === stringifyJson(right);
}
