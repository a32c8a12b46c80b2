import { isObject } from '../json/json-values';
import type { JsonObject, JsonValue } from '../json/lossless';
import type { DynamicReferences } from './references';

/** Meaning of the `$dynamicRef` anchors at one location: the first resource on the path to it that has the anchor decides. */
export interface DynamicScope {
  readonly key: string;
  readonly anchors: ReadonlyMap<string, JsonObject>;
}

/** Limited, since each scope copies the schemas that it reaches. */
const MAX_SCOPES = 100;

/** Dynamic scopes of one document (JSON Schema Core 2020-12, 8.2.3.2); scopes with the same anchors are the same. */
export class DynamicScopes {
  readonly none: DynamicScope = { key: '', anchors: new Map() };
  readonly #references: DynamicReferences | undefined;
  readonly #known = new Map<string, DynamicScope>();
  readonly #numbers = new Map<JsonObject, number>();

  constructor(references: DynamicReferences | undefined) {
    this.#references = references;
  }

  /** Returns the scope inside a schema. */
  enter(scope: DynamicScope, schema: JsonValue | undefined): DynamicScope {
    if (!this.#references || !isObject(schema)) return scope;
    const added = [...this.#references.anchorsAround(schema)].filter(([name]) => !scope.anchors.has(name));
    if (added.length === 0) return scope;
    const anchors = new Map([...scope.anchors, ...added]);
    const key = [...anchors]
      .map(([name, target]) => `${name} ${this.#numberOf(target)}`)
      .sort()
      .join('\n');
    const known = this.#known.get(key);
    if (known) return known;
    if (this.#known.size >= MAX_SCOPES) return scope;
    const made = { key, anchors };
    this.#known.set(key, made);
    return made;
  }

  /** Resolves a reference in a scope; `undefined` if the scope does not define it. */
  target(scope: DynamicScope, reference: string): JsonObject | undefined {
    const name = this.#references?.anchorOf(reference) ?? null;
    return name === null ? undefined : scope.anchors.get(name);
  }

  #numberOf(schema: JsonObject): number {
    const known = this.#numbers.get(schema) ?? this.#numbers.size;
    this.#numbers.set(schema, known);
    return known;
  }
}
