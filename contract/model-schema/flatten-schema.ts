import { isNumber, isObject } from '../json/json-values';
import type { JsonObject, JsonValue } from '../json/lossless';
import { referenceOf } from './references';

/**
 * A schema as a list of plain ones that all hold: `$ref` and `allOf` are followed, so that a reader of keywords needs to
 * know neither. The outermost comes first: its words (title, description, default) go before those of what it refers to.
 */
export interface FlatSchema {
  readonly schemas: readonly JsonObject[];
  /** Every schema that was met on the way, to know one that leads back to itself. */
  readonly met: ReadonlySet<JsonObject>;
  /** A `false` schema is among them. */
  readonly impossible: boolean;
}

export interface SchemaSource {
  resolve(reference: string): JsonValue | undefined;
  /** Told once for each reference that leads nowhere, and where something was left out. */
  onNote(text: string): void;
}

/** More than this many schemas that hold at one place are an attack, not a form. */
const MAX_SCHEMAS_AT_ONE_PLACE = 2000;

/** @param met schemas that hold here already: those are passed over, which ends every circle. */
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

/** Own members only: a schema may be called `toString` or `__proto__`. */
function own(schema: JsonObject, keyword: string): JsonValue | undefined {
  return Object.hasOwn(schema, keyword) ? schema[keyword] : undefined;
}

/** What each of the schemas says under a keyword, outermost first. */
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

/** The strictest of several lower bounds. */
export function highest(flat: FlatSchema, keyword: string): number | null {
  const values = each(flat, keyword).filter(isNumber).map(Number);
  return values.length > 0 ? Math.max(...values) : null;
}

/** The strictest of several upper bounds. */
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

/** Members by name, each with all schemas that hold for it; in the order of the document. */
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

/** A cheap question before a pattern is tried: there are many keywords, and few of them are extensions. */
export const mayExtend = (keyword: string) => keyword.startsWith('x-') || keyword.startsWith('prop');
