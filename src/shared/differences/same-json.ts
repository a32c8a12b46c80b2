import { stringifyJson, type JsonValue } from '@contract/json/lossless';

/** `1.0` and `1` are two texts of one number, and still not what was sent. Undefined: it is not there. */
export function isSameJson(left: JsonValue | undefined, right: JsonValue | undefined): boolean {
  if (left === undefined || right === undefined) return left === right;
  return stringifyJson(left) === stringifyJson(right);
}
