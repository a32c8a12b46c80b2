import { isObject, member } from '@contract/json/json-values';
import { parseJson, stringifyJson, type JsonObject, type JsonValue } from '@contract/json/lossless';
import { localReferences } from '@contract/model-schema/references';
import { findUpload, type UploadOperation } from './find-upload';
import { Operations, type Operation, type OperationLocation } from './find-operation';

/** Maximum nesting, far above any real document. */
const MAX_DEPTH = 10_000;
/** Size limit of the cache of model documents; a catalog reads, for example, 100 models of one document in sequence. */
const MAX_CACHED_CHARS = 4_000_000;

/**
 * Configured document: the OpenAPI document of a model or a whole service, or a bare JSON Schema. Parsed once for all models
 * that use it; the part for a single model is extracted on demand.
 */
export class ServiceDocument {
  readonly root: JsonObject;
  readonly isOpenApi: boolean;
  readonly #operations: Operations;
  readonly #text: string;
  readonly #cached = new Map<string, string>();
  #cachedChars = 0;
  #upload: UploadOperation | null | undefined;

  /** @throws Error with a message if the text is neither */
  constructor(text: string) {
    const root = parseJson(text, { maxDepth: MAX_DEPTH });
    if (!isObject(root)) throw new Error('it is not a JSON object');
    this.root = root;
    this.isOpenApi = typeof member(root, 'openapi') === 'string';
    const isSchema = ['properties', 'type', '$ref', 'allOf', 'oneOf', 'anyOf'].some((key) => Object.hasOwn(root, key));
    if (!this.isOpenApi && !isSchema) throw new Error('it is neither an OpenAPI document nor a JSON Schema');
    // Only documents that are served unchanged need the text.
    this.#operations = new Operations(root);
    this.#text = this.isOpenApi && this.#operations.all.length > 1 ? '' : text;
  }

  /** Operations that take a body, in the order of the document. */
  operations(): readonly Operation[] {
    return this.#operations.all;
  }

  /** Returns the operation that a model calls; `null` if the document only has others. */
  find(position: OperationLocation): Operation | null {
    return this.#operations.find(position);
  }

  /** Returns the operation that takes a file and returns its URL; `null` if there is none. */
  upload(): UploadOperation | null {
    this.#upload ??= this.isOpenApi ? findUpload(this.root) : null;
    return this.#upload;
  }

  /** Returns the document of one operation: unchanged if there is no other, else only the operation and its references. */
  textOf(operation: Operation): string {
    const key = `${operation.method} ${operation.path}`;
    const known = this.#cached.get(key);
    if (known !== undefined) return known;
    const text = this.#text === '' ? stringifyJson(cutOut(this.root, operation)) : this.#text;
    if (this.#text === '') this.#cache(key, text);
    return text;
  }

  /** Embeds a bare JSON Schema in a document and caches the result, which depends only on the model id. */
  framed(id: string, frame: () => string): string {
    const key = `schema ${id}`;
    const known = this.#cached.get(key) ?? frame();
    if (!this.#cached.has(key)) this.#cache(key, known);
    return known;
  }

  #cache(key: string, text: string): void {
    this.#cached.set(key, text);
    this.#cachedChars += text.length;
    for (const [oldest, old] of this.#cached) {
      if (this.#cachedChars <= MAX_CACHED_CHARS || this.#cached.size === 1) return;
      this.#cached.delete(oldest);
      this.#cachedChars -= old.length;
    }
  }
}

/** Parts of a document that only make sense with all operations. */
const OF_THE_WHOLE = new Set(['paths', 'components', 'webhooks', 'tags', 'x-tagGroups']);

/** Extracts an operation. Schemas are shared with the original document; only their parent objects are new. */
function cutOut(root: JsonObject, { path, method }: Operation): JsonObject {
  const item = member(member(root, 'paths'), path);
  const kept = Object.fromEntries(
    Object.entries(isObject(item) ? item : {}).filter(([keyword]) => keyword === method || !METHODS.has(keyword)),
  );
  const head = Object.fromEntries(Object.entries(root).filter(([name]) => !OF_THE_WHOLE.has(name)));
  const document: JsonObject = { ...head, paths: { [path]: kept } };
  const references = referencesFrom(root, kept);
  if (references === null) return { ...document, components: member(root, 'components') ?? {} };
  for (const reference of references) position(document, root, stepsOf(reference));
  return document;
}

const METHODS = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query']);

/** Collects the local references that are reachable from a value; `null` if one uses an anchor, which may be anywhere. */
function referencesFrom(root: JsonObject, value: JsonValue): Set<string> | null {
  const resolve = localReferences(root);
  const found = new Set<string>();
  const open: JsonValue[] = [value];
  const follow = (reference: string) => {
    if (found.has(reference)) return;
    const target = resolve(reference);
    if (target === undefined) return;
    found.add(reference);
    open.push(target);
  };
  while (open.length > 0) {
    const next = open.pop();
    if (Array.isArray(next)) open.push(...next);
    if (!isObject(next)) continue;
    for (const [keyword, inner] of Object.entries(next)) {
      if ((keyword === '$ref' || keyword === '$dynamicRef') && typeof inner === 'string') {
        if (!inner.startsWith('#/')) return null;
        follow(inner);
      } else if (keyword === 'mapping' && isObject(inner)) {
        for (const target of Object.values(inner)) {
          if (typeof target === 'string') follow(target.startsWith('#/') ? target : `#/components/schemas/${target}`);
        }
      }
      open.push(inner);
    }
  }
  return found;
}

function stepsOf(reference: string): string[] {
  return reference
    .slice(2)
    .split('/')
    .map((step) => decoded(step.replaceAll('~1', '/').replaceAll('~0', '~')));
}

function decoded(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch {
    return step;
  }
}

/** Copies the value at a pointer to the same pointer of the new document. An array on the path is copied as a whole. */
function position(into: JsonObject, from: JsonObject, steps: readonly string[]): void {
  let target = into;
  let source: JsonValue | undefined = from;
  for (const [at, step] of steps.entries()) {
    source = member(source, step);
    if (source === undefined) return;
    const known = Object.hasOwn(target, step) ? target[step] : undefined;
    // Already included as part of a larger value.
    if (known !== undefined && known === source) return;
    if (at === steps.length - 1 || !isObject(source)) {
      setOwn(target, step, source);
      return;
    }
    const next: JsonObject = isObject(known) ? known : {};
    if (next !== known) setOwn(target, step, next);
    target = next;
  }
}

/** Defines a member safely, since it may be named `__proto__`. */
function setOwn(into: JsonObject, name: string, value: JsonValue): void {
  Object.defineProperty(into, name, { value, enumerable: true, configurable: true, writable: true });
}
