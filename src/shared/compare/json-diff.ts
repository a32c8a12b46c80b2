import { LosslessNumber, type JsonValue } from '@contract/json/lossless';
import { isSameJson } from '@/shared/differences/same-json';
import type { JsonPath } from '@/shared/json-tree/json-path';

/** Path at which documents differ, with the value of each document; `undefined` if the document has no such path. */
export interface JsonDifference {
  path: JsonPath;
  values: readonly (JsonValue | undefined)[];
}

export const MAX_DIFFERENCES = 300;

/** Returns the differences in the order of the first document; properties that only later documents have follow. */
export function jsonDifferences(documents: readonly JsonValue[]): JsonDifference[] {
  return firstOf(leavesOf(documents), (values) => !areSame(values));
}

/** Returns what is the same in all documents, each with one value. */
export function sameValues(documents: readonly JsonValue[]): JsonDifference[] {
  return firstOf(leavesOf(documents), areSame).map(({ path, values }) => ({ path, values: values.slice(0, 1) }));
}

function firstOf(
  leaves: Iterable<JsonDifference>,
  isWanted: (values: JsonDifference['values']) => boolean,
): JsonDifference[] {
  const found: JsonDifference[] = [];
  for (const leaf of leaves) {
    if (isWanted(leaf.values)) found.push(leaf);
    if (found.length === MAX_DIFFERENCES) break;
  }
  return found;
}

function areSame([first, ...others]: JsonDifference['values']): boolean {
  return others.every((value) => isSameJson(first, value));
}

/** Yields the values at each path, down to where the documents are not objects or arrays alike. */
function* leavesOf(documents: readonly JsonValue[]): Iterable<JsonDifference> {
  const stack: JsonDifference[] = [{ path: [], values: documents }];
  for (let next = stack.pop(); next; next = stack.pop()) {
    const parts = commonParts(next.values);
    if (!parts) {
      yield next;
      continue;
    }
    for (const name of [...new Set(parts.flatMap((part) => [...part.keys()]))].reverse()) {
      stack.push({ path: [...next.path, name], values: parts.map((part) => part.get(name)) });
    }
  }
}

type Parts = Map<string | number, JsonValue>;

/** Returns the items or properties of each value; `null` unless all are objects or all are arrays. */
function commonParts(values: JsonDifference['values']): Parts[] | null {
  const parts = values.map(partsOf);
  const areAlike = values.every((value) => Array.isArray(value) === Array.isArray(values[0]));
  return areAlike && parts.every((part) => part !== null) ? parts : null;
}

function partsOf(value: JsonValue | undefined): Parts | null {
  if (Array.isArray(value)) return new Map(value.map((item, index): [number, JsonValue] => [index, item]));
  if (value === null || typeof value !== 'object' || value instanceof LosslessNumber) return null;
  return new Map(Object.entries(value));
}
