import { LosslessNumber, type JsonValue } from '@contract/json/lossless';
import { isSameJson } from '@/shared/differences/same-json';
import type { JsonPath } from '@/shared/json-tree/json-path';

/** One place in which two documents differ. Undefined: it is not there. */
export interface JsonDifference {
  path: JsonPath;
  left: JsonValue | undefined;
  right: JsonValue | undefined;
}

export const MAX_DIFFERENCES = 300;

/** Where two documents differ, in the order of the left one, what only the right one has behind it. */
export function jsonDifferences(left: JsonValue, right: JsonValue): JsonDifference[] {
  const found: JsonDifference[] = [];
  const stack: JsonDifference[] = [{ path: [], left, right }];
  for (let next = stack.pop(); next && found.length < MAX_DIFFERENCES; next = stack.pop()) {
    const parts = commonParts(next.left, next.right);
    if (!parts) {
      if (!isSameJson(next.left, next.right)) found.push(next);
      continue;
    }
    for (const name of parts.names.reverse()) {
      stack.push({ path: [...next.path, name], left: parts.left.get(name), right: parts.right.get(name) });
    }
  }
  return found;
}

type Parts = Map<string | number, JsonValue>;

/** Null unless both are objects or both are lists. */
function commonParts(left: JsonValue | undefined, right: JsonValue | undefined) {
  const leftParts = partsOf(left);
  const rightParts = partsOf(right);
  if (!leftParts || !rightParts || Array.isArray(left) !== Array.isArray(right)) return null;
  return { left: leftParts, right: rightParts, names: [...new Set([...leftParts.keys(), ...rightParts.keys()])] };
}

function partsOf(value: JsonValue | undefined): Parts | null {
  if (Array.isArray(value)) return new Map(value.map((item, index): [number, JsonValue] => [index, item]));
  if (value === null || typeof value !== 'object' || value instanceof LosslessNumber) return null;
  return new Map(Object.entries(value));
}
