import { LosslessNumber, type JsonObject, type JsonValue } from '@contract/json/lossless';
import type { JsonPath } from './json-path';

/** A value of a document. One object serves for all of them: copy `path` to keep it. */
export interface Visited {
  value: JsonValue;
  path: JsonPath;
  /** The object that the value, or the list that it is in, is a member of. */
  owner: JsonObject | null;
}

interface Frame {
  value: JsonValue[] | JsonObject;
  /** Null for a list. */
  names: string[] | null;
  next: number;
  owner: JsonObject | null;
}

/**
 * Every value of a document in its order, the document first. Neither recursion nor a path for each value: a document may
 * be nested deeper than the stack, and hold millions of values.
 */
export function* walkJson(root: JsonValue): Generator<Visited> {
  const path: (string | number)[] = [];
  const visited: Visited = { value: root, path, owner: null };
  yield visited;
  const stack: Frame[] = [];
  enter(stack, root, null);
  for (let frame = stack.at(-1); frame; frame = stack.at(-1)) {
    const { value, names, next } = frame;
    path.length = stack.length - 1;
    if (next >= (names ?? (value as JsonValue[])).length) {
      stack.pop();
      continue;
    }
    frame.next += 1;
    const name = names ? (names[next] as string) : next;
    path.push(name);
    const child = (value as Record<string | number, JsonValue>)[name] as JsonValue;
    const owner = names ? (value as JsonObject) : frame.owner;
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
