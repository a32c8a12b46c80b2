import { LosslessNumber, type JsonObject, type JsonValue } from '@contract/json/lossless';
import type { JsonPath } from './json-path';

/** A visited value. The object is reused for all values: copy `path` to retain it. */
export interface Visited {
  value: JsonValue;
  path: JsonPath;
  /** The innermost enclosing object. */
  owner: JsonObject | null;
}

/** A list or object being walked, with the names of an object. */
type Frame = { next: number; owner: JsonObject | null } & (
  | { value: JsonValue[]; names: null }
  | { value: JsonObject; names: string[] }
);

/**
 * Yields every value of a document in order, the root first. Avoids recursion and a new path per value: a document may
 * be nested deeper than the stack, and hold millions of values.
 */
export function* walkJson(root: JsonValue): Generator<Visited> {
  const path: (string | number)[] = [];
  const visited: Visited = { value: root, path, owner: null };
  yield visited;
  const stack: Frame[] = [];
  enter(stack, root, null);
  for (let frame = stack.at(-1); frame; frame = stack.at(-1)) {
    path.length = stack.length - 1;
    const name = frame.names === null ? frame.next : (frame.names[frame.next] ?? '');
    const child = frame.names === null ? frame.value[frame.next] : frame.value[name];
    if (child === undefined || frame.next >= (frame.names ?? frame.value).length) {
      stack.pop();
      continue;
    }
    frame.next += 1;
    path.push(name);
    const owner = frame.names === null ? frame.owner : frame.value;
    visited.value = child;
    visited.owner = owner;
    yield visited;
    enter(stack, child, owner);
  }
}

function enter(stack: Frame[], value: JsonValue, owner: JsonObject | null): void {
  if (Array.isArray(value)) stack.push({ value, names: null, next: 0, owner });
  else if (isJsonObject(value)) stack.push({ value, names: Object.keys(value), next: 0, owner });
}

export function isJsonObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof LosslessNumber);
}
