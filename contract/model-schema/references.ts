import type { JsonObject, JsonValue } from '../json/lossless';
import { isObject, member } from '../json/json-values';

/**
 * Returns the reference of a schema. For forms, a dynamic reference means the anchor that it names; its meaning for a value is
 * only resolved in `normalize-schema.ts`.
 */
export function referenceOf(schema: JsonValue | undefined): string | undefined {
  const reference = member(schema, '$ref') ?? member(schema, '$dynamicRef');
  return typeof reference === 'string' ? reference : undefined;
}

/** The target of a `$dynamicRef` depends on the resources (schemas with an `$id`) on the path to it. */
export interface DynamicReferences {
  /** Returns the anchor name of a reference; `null` if its target is always the same schema. */
  anchorOf(reference: string): string | null;
  /** Returns the dynamic anchors, by name, of the resource that contains a schema. */
  anchorsAround(schema: JsonObject): ReadonlyMap<string, JsonObject>;
}

export interface BoundReferences {
  /** Targets of the rewritten references. */
  targets: ReadonlyMap<string, JsonValue>;
  dynamic: DynamicReferences;
}

const NO_ANCHORS: ReadonlyMap<string, JsonObject> = new Map();

/** Keywords with values or names, in which `$id`, `$ref` and anchors have no meaning. */
const VALUES = new Set(['const', 'enum', 'default', 'example', 'examples']);
const BASE = 'json-schema:///';

interface Resources {
  /** Schemas by absolute URL, without an empty fragment: resources, and anchors in them. */
  byUrl: ReadonlyMap<string, JsonObject>;
  /** Schemas with a reference to another resource or an anchor, and the base URL at that location. */
  references: readonly (readonly [schema: JsonObject, base: string])[];
  /** Dynamic anchors by the URL of their resource. */
  dynamicAnchors: ReadonlyMap<string, ReadonlyMap<string, JsonObject>>;
  /** URL of the resource that contains each schema. */
  bases: ReadonlyMap<JsonObject, string>;
}

/**
 * Rewrites, in place, references that need a base URL (`$id` within the document, anchors in several resources) to references to
 * a table. A document without `$id` stays unchanged.
 */
export function bindReferences(root: JsonValue): BoundReferences {
  const bound = new Map<string, JsonValue>();
  const wanted = new Map<string, string>();
  const { byUrl, references, dynamicAnchors, bases } = resourcesOf(root);
  const dynamic: DynamicReferences = {
    anchorOf: (reference) => wanted.get(reference) ?? null,
    anchorsAround: (schema) => dynamicAnchors.get(bases.get(schema) ?? '') ?? NO_ANCHORS,
  };
  if (byUrl.size === 0) return { targets: bound, dynamic };
  for (const [schema, base] of references) {
    for (const keyword of ['$ref', '$dynamicRef'] as const) {
      const reference = member(schema, keyword);
      if (typeof reference !== 'string') continue;
      const target = targetOf(reference, base, byUrl);
      if (target === undefined) continue;
      const name = `${BOUND}${bound.size}`;
      bound.set(name, target);
      schema[keyword] = name;
      // Without a dynamic anchor at the target, it is a plain reference.
      const anchor = member(target, '$dynamicAnchor');
      if (keyword === '$dynamicRef' && typeof anchor === 'string' && reference.endsWith(`#${anchor}`)) {
        wanted.set(name, anchor);
      }
    }
  }
  return { targets: bound, dynamic };
}

const BOUND = '#bound:';

function targetOf(reference: string, base: string, byUrl: Resources['byUrl']): JsonValue | undefined {
  if (!URL.canParse(reference, base)) return undefined;
  const url = new URL(reference, base);
  const { hash } = url;
  if (hash === '' || !hash.startsWith('#/')) return byUrl.get(withoutEmptyHash(url));
  url.hash = '';
  const resource = byUrl.get(withoutEmptyHash(url));
  return resource === undefined ? undefined : atPointer(resource, hash.slice(2));
}

const withoutEmptyHash = ({ href }: URL) => (href.endsWith('#') ? href.slice(0, -1) : href);

/**
 * Collects the resources of a document; empty if no schema has an `$id`. Iterative, since documents may nest arbitrarily deep.
 */
function resourcesOf(root: JsonValue): Resources {
  const byUrl = new Map<string, JsonObject>();
  const references: (readonly [JsonObject, string])[] = [];
  const dynamicAnchors = new Map<string, Map<string, JsonObject>>();
  const bases = new Map<JsonObject, string>();
  const open: (readonly [value: JsonValue, base: string])[] = [[root, BASE]];
  let hasIds = false;
  for (let next = open.pop(); next; next = open.pop()) {
    const [value, outer] = next;
    if (Array.isArray(value)) for (const item of value) open.push([item, outer]);
    if (!isObject(value)) continue;
    const id = member(value, '$id');
    const isResource = typeof id === 'string' && !id.startsWith('#') && URL.canParse(id, outer);
    const base = isResource ? withoutEmptyHash(new URL(id, outer)) : outer;
    hasIds ||= isResource;
    if (isResource || value === root) byUrl.set(base, byUrl.get(base) ?? value);
    bases.set(value, base);
    for (const name of anchorNames(value)) {
      const url = `${base}#${name}`;
      if (!byUrl.has(url)) byUrl.set(url, value);
    }
    const dynamic = member(value, '$dynamicAnchor');
    if (typeof dynamic === 'string') {
      const known = dynamicAnchors.get(base) ?? new Map<string, JsonObject>();
      if (!known.has(dynamic)) dynamicAnchors.set(base, known.set(dynamic, value));
    }
    if (referenceOf(value) !== undefined) references.push([value, base]);
    for (const [keyword, inner] of Object.entries(value)) if (!VALUES.has(keyword)) open.push([inner, base]);
  }
  if (hasIds) return { byUrl, references, dynamicAnchors, bases };
  return { byUrl: new Map(), references: [], dynamicAnchors: new Map(), bases: new Map() };
}

/** In draft 7 and earlier, an `$id` that is only a fragment is an anchor. */
function anchorNames(schema: JsonObject): string[] {
  const id = member(schema, '$id');
  const named = [member(schema, '$anchor'), member(schema, '$dynamicAnchor')];
  if (typeof id === 'string' && id.startsWith('#')) named.push(id.slice(1));
  return named.filter((name) => typeof name === 'string').filter((name) => name !== '');
}

/** Resolves the local references of a document: by JSON pointer (`#/…`) or anchor (`#name`). */
export function localReferences(
  root: JsonValue,
  bound: ReadonlyMap<string, JsonValue> = new Map(),
): (reference: string) => JsonValue | undefined {
  let anchors: ReadonlyMap<string, JsonObject> | null = null;
  return (reference) => {
    const named = bound.get(reference);
    if (named !== undefined) return named;
    if (reference === '#') return root;
    if (reference.startsWith('#/')) return atPointer(root, reference.slice(2));
    if (!reference.startsWith('#')) return undefined;
    anchors ??= anchorsOf(root);
    return anchors.get(reference.slice(1));
  };
}

/** Collects anchors; the first one of a name wins. Iterative, since documents may nest arbitrarily deep. */
function anchorsOf(root: JsonValue): ReadonlyMap<string, JsonObject> {
  const anchors = new Map<string, JsonObject>();
  const open: JsonValue[] = [root];
  while (open.length > 0) {
    const value = open.pop();
    if (isObject(value)) {
      for (const name of anchorNames(value)) if (!anchors.has(name)) anchors.set(name, value);
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
