import { isNumber, isObject } from '../json/json-values';
import type { JsonObject, JsonValue } from '../json/lossless';
import { referenceOf } from './references';

/**
 * A schema as a list of simple schemas that all apply: `$ref` and `allOf` are resolved, so that callers need to handle neither.
 * The outermost comes first: its title, description and default take precedence over those of its references.
 */
export interface FlatSchema {
  readonly schemas: readonly JsonObject[];
  /** All schemas visited so far, to detect cycles. */
  readonly met: ReadonlySet<JsonObject>;
  /** Whether a `false` schema is among them. */
  readonly impossible: boolean;
}

export interface SchemaSource {
  resolve(reference: string): JsonValue | undefined;
  /** Called once per unresolved reference, and when something was omitted. */
  onNote(text: string): void;
}

/** Maximum number of schemas that apply at one location; more indicate an attack rather than a form. */
const MAX_SCHEMAS_AT_ONE_PLACE = 2000;

/** Flattens a schema. @param met schemas that already apply here: they are skipped, which ends every cycle. */
export function flatten(
  parts: readonly JsonValue[],
  source: SchemaSource,
  met: ReadonlySet<JsonObject> = new Set(),
): FlatSchema {
  const seen = new Set(met);
  const schemas: JsonObject[] = [];
  let impossible = false;
  const open: JsonValue[] = [...parts].reverse();
  while (open.length > 0) {
    const schema = open.pop();
    if (schema === false) impossible = true;
    if (!isObject(schema) || seen.has(schema)) continue;
    if (schemas.length >= MAX_SCHEMAS_AT_ONE_PLACE) {
      source.onNote(`More than ${MAX_SCHEMAS_AT_ONE_PLACE} schemas hold at once: the others are left out`);
      break;
    }
    seen.add(schema);
    schemas.push(schema);
    const all = own(schema, 'allOf');
    if (Array.isArray(all)) open.push(...all.slice(0, MAX_SCHEMAS_AT_ONE_PLACE).reverse());
    const reference = referenceOf(schema);
    if (reference !== undefined) {
      const target = source.resolve(reference);
      if (target === undefined) source.onNote(`Not found, so only the provider checks it: ${reference.slice(0, 200)}`);
      else open.push(target);
    }
  }
  return { schemas, met: seen, impossible };
}

/** Own members only: a property may be called `toString` or `__proto__`. */
function own(schema: JsonObject, keyword: string): JsonValue | undefined {
  return Object.hasOwn(schema, keyword) ? schema[keyword] : undefined;
}

/** Returns the value of a keyword in each of the schemas, outermost first. */
export function each(flat: FlatSchema, keyword: string): JsonValue[] {
  const values: JsonValue[] = [];
  for (const schema of flat.schemas) {
    const value = own(schema, keyword);
    if (value !== undefined) values.push(value);
  }
  return values;
}

export function first(flat: FlatSchema, keyword: string): JsonValue | undefined {
  for (const schema of flat.schemas) {
    const value = own(schema, keyword);
    if (value !== undefined) return value;
  }
  return undefined;
}

export function firstText(flat: FlatSchema, keyword: string): string {
  return each(flat, keyword).find((value) => typeof value === 'string') ?? '';
}

export function isSet(flat: FlatSchema, keyword: string): boolean {
  return each(flat, keyword).includes(true);
}

/** Returns the strictest of several lower bounds. */
export function highest(flat: FlatSchema, keyword: string): number | null {
  const values = each(flat, keyword).filter(isNumber).map(Number);
  return values.length > 0 ? Math.max(...values) : null;
}

/** Returns the strictest of several upper bounds. */
export function lowest(flat: FlatSchema, keyword: string): number | null {
  const values = each(flat, keyword).filter(isNumber).map(Number);
  return values.length > 0 ? Math.min(...values) : null;
}

export function requiredNames(flat: FlatSchema): Set<string> {
  return new Set(
    each(flat, 'required')
      .flatMap((names) => (Array.isArray(names) ? names : []))
      .map(String),
  );
}

/** Returns members by name, each with all schemas that apply to it, in document order. */
export function propertyParts(flat: FlatSchema): Map<string, JsonValue[]> {
  const parts = new Map<string, JsonValue[]>();
  for (const properties of each(flat, 'properties')) {
    if (!isObject(properties)) continue;
    for (const [name, schema] of Object.entries(properties)) {
      const known = parts.get(name);
      if (known) known.push(schema);
      else parts.set(name, [schema]);
    }
  }
  return parts;
}

/** `x-order`, `x-fal-order-properties`, `propertyOrder`: a number, or a list of names. */
const ORDER = /^(?:x-(?:.+-)?(?:property-?)?order(?:-properties)?|propertyOrder)$/i;

export function firstOrder(flat: FlatSchema): JsonValue | undefined {
  for (const schema of flat.schemas) {
    for (const keyword in schema) if (mayExtend(keyword) && ORDER.test(keyword)) return own(schema, keyword);
  }
  return undefined;
}

/** Cheap check before a regular expression: there are many keywords, and few are extensions. */
export const mayExtend = (keyword: string) => keyword.startsWith('x-') || keyword.startsWith('prop');
