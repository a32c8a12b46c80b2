import type { JsonObject, JsonValue } from '../json/lossless';
import { isObject, member } from '../json/json-values';

/** What a schema refers to. A dynamic reference means the one anchor of that name, since documents are read alone. */
export function referenceOf(schema: JsonValue | undefined): string | undefined {
  const reference = member(schema, '$ref') ?? member(schema, '$dynamicRef');
  return typeof reference === 'string' ? reference : undefined;
}

/** Finds what the local references of a document name: by their place (`#/…`) or by an anchor (`#name`). */
export function localReferences(root: JsonValue): (reference: string) => JsonValue | undefined {
  let anchors: ReadonlyMap<string, JsonObject> | null = null;
  return (reference) => {
    if (reference === '#') return root;
    if (reference.startsWith('#/')) return atPointer(root, reference.slice(2));
    if (!reference.startsWith('#')) return undefined;
    anchors ??= anchorsOf(root);
    return anchors.get(reference.slice(1));
  };
}

/** The first of a name counts. Iterative: a document may nest as deep as it likes. */
function anchorsOf(root: JsonValue): ReadonlyMap<string, JsonObject> {
  const anchors = new Map<string, JsonObject>();
  const open: JsonValue[] = [root];
  while (open.length > 0) {
    const value = open.pop();
    if (isObject(value)) {
      for (const keyword of ['$anchor', '$dynamicAnchor']) {
        const name = member(value, keyword);
        if (typeof name === 'string' && !anchors.has(name)) anchors.set(name, value);
      }
    }
    const below = Array.isArray(value) ? value : isObject(value) ? Object.values(value) : [];
    for (const item of below.toReversed()) open.push(item);
  }
  return anchors;
}

function atPointer(root: JsonValue, pointer: string): JsonValue | undefined {
  let current: JsonValue | undefined = root;
  for (const step of pointer.split('/')) {
    const name = decodeStep(step);
    current = Array.isArray(current) ? current[Number(name)] : member(current, name);
    if (current === undefined) return undefined;
  }
  return current;
}

function decodeStep(step: string): string {
  const plain = step.replaceAll('~1', '/').replaceAll('~0', '~');
  try {
    return decodeURIComponent(plain);
  } catch {
    return plain;
  }
}
