import type { Schema } from '@cfworker/json-schema';
import { isNumber, isObject, member } from '../json/json-values';
import type { JsonObject, JsonValue, LosslessNumber } from '../json/lossless';
import { plainValue, type PlainValue } from '../json/to-plain-value';
import { flatten, isSet, propertyParts } from './flatten-schema';
import { INTEGER_RANGES } from './integer-ranges';
import { isPattern, SUPPORTED_FORMATS } from './validated-texts';
import { isMappedTo } from './mapped-branch';
import { DynamicScopes, type DynamicScope } from './dynamic-scopes';
import { referenceOf, type DynamicReferences } from './references';

/**
 * Schema for the validator: only keywords that it supports, `nullable` and boolean bounds in the current notation, and resolved
 * references. References share their target object, so the result is a graph, not a tree.
 */
export type NormalSchema = boolean | NormalObject;
export interface NormalObject {
  not?: NormalSchema;
  if?: NormalSchema;
  then?: NormalSchema;
  else?: NormalSchema;
  contains?: NormalSchema;
  items?: NormalSchema;
  additionalItems?: NormalSchema;
  unevaluatedItems?: NormalSchema;
  propertyNames?: NormalSchema;
  additionalProperties?: NormalSchema;
  unevaluatedProperties?: NormalSchema;
  allOf?: NormalSchema[];
  anyOf?: NormalSchema[];
  oneOf?: NormalSchema[];
  prefixItems?: NormalSchema[];
  properties?: { [name: string]: NormalSchema };
  patternProperties?: { [name: string]: NormalSchema };
  dependentSchemas?: { [name: string]: NormalSchema };
  [keyword: string]: NormalSchema | NormalSchema[] | { [name: string]: NormalSchema } | PlainValue | undefined;
}

/** Casts to the validator's type, which omits that it accepts `true` and `false` for any schema, as the standard allows. */
export function asValidated(schema: NormalSchema): Schema | boolean {
  return schema as Schema | boolean;
}

export interface NormalOptions {
  resolve(reference: string): JsonValue | undefined;
  /** Absent: every reference always means the same schema. */
  dynamic?: DynamicReferences | undefined;
  /** `false` omits patterns, so that validation cannot hang. */
  patterns: boolean;
}

const NUMBERS = new Set([
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'minProperties',
  'maxProperties',
  'multipleOf',
  'minContains',
  'maxContains',
]);
const ONE_SCHEMA = new Set([
  'not',
  'if',
  'then',
  'else',
  'contains',
  'propertyNames',
  'additionalProperties',
  'unevaluatedProperties',
  'unevaluatedItems',
  'additionalItems',
]);
const SCHEMA_LIST = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems']);
const SCHEMA_MAP = new Set(['properties', 'patternProperties', 'dependentSchemas']);

const MAX_REFERENCE_HOPS = 100;

/** Returns the root of the graph. Iterative, since schemas may nest arbitrarily deep. */
export function normalSchema(root: JsonValue, options: NormalOptions): NormalSchema {
  const scopes = new DynamicScopes(options.dynamic);
  // The same schema in another dynamic scope is another node.
  const made = new Map<DynamicScope, Map<JsonObject, NormalObject>>();
  const open: { normal: NormalObject; schema: JsonObject; scope: DynamicScope }[] = [];
  const schemaIn = (outer: DynamicScope, value: JsonValue | undefined): NormalSchema => {
    const { schema, scope } = followBare(value, outer, scopes, options);
    if (!isObject(schema)) return schema !== false;
    const inScope = made.get(scope) ?? new Map<JsonObject, NormalObject>();
    made.set(scope, inScope);
    const known = inScope.get(schema);
    if (known) return known;
    const normal: NormalObject = {};
    inScope.set(schema, normal);
    open.push({ normal, schema, scope });
    return normal;
  };
  const start = schemaIn(scopes.none, root);
  for (let next = open.pop(); next; next = open.pop()) {
    const { normal, schema, scope } = next;
    fill(normal, schema, (value) => schemaIn(scope, value), options);
  }
  return start;
}

/** A schema that consists of a reference only is replaced by its target. */
function followBare(
  value: JsonValue | undefined,
  outer: DynamicScope,
  scopes: DynamicScopes,
  { resolve }: NormalOptions,
): { schema: JsonValue | undefined; scope: DynamicScope } {
  let schema = value;
  let scope = scopes.enter(outer, schema);
  for (let hops = 0; hops < MAX_REFERENCE_HOPS; hops += 1) {
    const reference = referenceOf(schema);
    if (reference === undefined || !isObject(schema) || Object.keys(schema).length > 1) return { schema, scope };
    schema = scopes.target(scope, reference) ?? resolve(reference);
    scope = scopes.enter(scope, schema);
  }
  return { schema: true, scope };
}

type SchemaOf = (value: JsonValue | undefined) => NormalSchema;

function fill(into: NormalObject, schema: JsonObject, schemaOf: SchemaOf, options: NormalOptions): void {
  const normal: NormalObject = {};
  for (const [keyword, value] of Object.entries(schema)) {
    if (keyword === 'required') normal[keyword] = requiredOfRequest(value, schema, options);
    else if (keyword === 'uniqueItems') normal[keyword] = value === true;
    else if (NUMBERS.has(keyword) && isNumber(value)) setNumber(normal, keyword, value);
    else if (ONE_SCHEMA.has(keyword)) normal[keyword] = schemaOf(value);
    else if (SCHEMA_LIST.has(keyword) && Array.isArray(value)) normal[keyword] = distinct(value.map(schemaOf), keyword);
    else if (SCHEMA_MAP.has(keyword) && isObject(value)) normal[keyword] = mapOf(keyword, value, schemaOf, options);
  }
  addItems(normal, schema, schemaOf);
  addDependencies(normal, schema, schemaOf);
  addBounds(normal, schema);
  addText(normal, schema, options);
  addMarks(normal, schema, schemaOf);
  addReference(normal, schema, schemaOf);
  addTypes(into, normal, schema);
}

/** `readOnly` members are required in responses, not in requests. */
function requiredOfRequest(names: JsonValue, schema: JsonObject, { resolve }: NormalOptions): PlainValue {
  const list = Array.isArray(names) ? names.map(String) : [];
  const source = { resolve, onNote: () => {} };
  const parts = propertyParts(flatten([schema], source));
  return list.filter((name) => !isSet(flatten(parts.get(name) ?? [], source), 'readOnly'));
}

/** Duplicates under `allOf` or `anyOf` add nothing and could multiply without limit. */
function distinct(schemas: NormalSchema[], keyword: string): NormalSchema[] {
  return keyword === 'allOf' || keyword === 'anyOf' ? [...new Set(schemas)] : schemas;
}

function mapOf(
  keyword: string,
  value: JsonObject,
  schemaOf: SchemaOf,
  options: NormalOptions,
): { [name: string]: NormalSchema } {
  const properties = Object.entries(value).filter(
    ([name]) => keyword !== 'patternProperties' || (options.patterns && isPattern(name)),
  );
  return Object.fromEntries(properties.map(([name, schema]) => [name, schemaOf(schema)]));
}

/** A list under `items` is now called `prefixItems`. */
function addItems(normal: NormalObject, schema: JsonObject, schemaOf: SchemaOf): void {
  const items = member(schema, 'items');
  if (items === undefined) return;
  if (!Array.isArray(items)) {
    normal['items'] = schemaOf(items);
    return;
  }
  normal['prefixItems'] = items.map(schemaOf);
  const rest = member(schema, 'additionalItems');
  delete normal['additionalItems'];
  if (rest !== undefined) normal['items'] = schemaOf(rest);
}

/** Splits the older keyword `dependencies` into the two newer ones. */
function addDependencies(normal: NormalObject, schema: JsonObject, schemaOf: SchemaOf): void {
  const entries = [member(schema, 'dependencies'), member(schema, 'dependentRequired')]
    .filter(isObject)
    .flatMap((rules) => Object.entries(rules));
  const lists = entries.flatMap(([name, needs]) => (Array.isArray(needs) ? [[name, needs] as const] : []));
  const schemas = entries.filter(([, needs]) => isObject(needs) || needs === false);
  const needed = new Map<string, PlainValue[]>();
  for (const [name, needs] of lists) needed.set(name, [...(needed.get(name) ?? []), ...needs.map(plainValue)]);
  if (needed.size > 0) normal['dependentRequired'] = Object.fromEntries(needed);
  if (schemas.length === 0) return;
  const rules = new Map(Object.entries(normal.dependentSchemas ?? {}));
  for (const [name, needs] of schemas) {
    const known = rules.get(name);
    rules.set(name, known === undefined ? schemaOf(needs) : { allOf: [known, schemaOf(needs)] });
  }
  normal['dependentSchemas'] = Object.fromEntries(rules);
}

function addBounds(normal: NormalObject, schema: JsonObject): void {
  const range = INTEGER_RANGES[String(member(schema, 'format'))];
  if (range) [normal['minimum'], normal['maximum']] = range;
  for (const [plain, strict] of [
    ['minimum', 'exclusiveMinimum'],
    ['maximum', 'exclusiveMaximum'],
  ] as const) {
    const bound = member(schema, plain);
    const exclusive = member(schema, strict);
    if (isNumber(exclusive)) setNumber(normal, strict, exclusive);
    if (isNumber(bound)) setNumber(normal, exclusive === true ? strict : plain, bound);
  }
}

/** The validator uses doubles; messages show the digits of the document. */
function setNumber(normal: NormalObject, keyword: string, value: number | LosslessNumber): void {
  normal[keyword] = Number(value);
  if (!Number.isSafeInteger(Math.trunc(Number(value)))) normal[exactly(keyword)] = String(value);
}

/** Key for the exact digits of a number that a double cannot represent; the validator ignores it. */
export const exactly = (keyword: string) => `exactly ${keyword}`;

function addText(normal: NormalObject, schema: JsonObject, options: NormalOptions): void {
  const pattern = member(schema, 'pattern');
  if (options.patterns && typeof pattern === 'string' && isPattern(pattern)) normal['pattern'] = pattern;
  const format = SUPPORTED_FORMATS.get(member(schema, 'format') ?? null);
  if (format !== undefined) normal['format'] = format;
}

/** A discriminator selects the branch, so the other branches have to reject its value. */
function addMarks(normal: NormalObject, schema: JsonObject, schemaOf: SchemaOf): void {
  const name = member(member(schema, 'discriminator'), 'propertyName');
  const mapping = member(member(schema, 'discriminator'), 'mapping');
  for (const keyword of ['oneOf', 'anyOf']) {
    const branches = member(schema, keyword);
    if (typeof name !== 'string' || !isObject(mapping) || !Array.isArray(branches)) continue;
    normal[keyword] = namedOnce(branches, keyword).map((branch): NormalSchema => {
      const marks = Object.entries(mapping)
        .filter(([, target]) => isMappedTo(target, member(branch, '$ref')))
        .map(([mark]) => mark);
      const schemaOfBranch = schemaOf(branch);
      if (marks.length === 0) return schemaOfBranch;
      return { allOf: [{ required: [name], properties: { [name]: { enum: marks } } }, schemaOfBranch] };
    });
  }
}

/** A duplicate branch would be marked twice and then no longer recognized as a duplicate. */
function namedOnce(branches: readonly JsonValue[], keyword: string): JsonValue[] {
  if (keyword !== 'anyOf') return [...branches];
  return [...new Map(branches.map((branch) => [member(branch, '$ref') ?? branch, branch])).values()];
}

/** A reference beside other keywords is one more schema that applies. */
function addReference(normal: NormalObject, schema: JsonObject, schemaOf: SchemaOf): void {
  const references = [member(schema, '$ref'), member(schema, '$dynamicRef')].filter((one) => typeof one === 'string');
  if (references.length === 0) return;
  normal.allOf = [
    ...new Set([...(normal.allOf ?? []), ...references.map((reference) => schemaOf({ $ref: reference }))]),
  ];
}

const TYPES = new Set(['null', 'boolean', 'object', 'array', 'number', 'integer', 'string']);

/** `nullable` accepts null regardless of the keywords beside it. */
function addTypes(into: NormalObject, normal: NormalObject, schema: JsonObject): void {
  const stated = member(schema, 'type');
  const types = (Array.isArray(stated) ? stated : [stated]).filter((type) => TYPES.has(String(type)));
  if (types.length > 0) normal['type'] = types.map(String);
  const values = member(schema, 'enum');
  if (Array.isArray(values)) normal['enum'] = values.map(plainValue);
  const constant = member(schema, 'const');
  if (isNumber(constant)) setNumber(normal, 'const', constant);
  else if (constant !== undefined) normal['const'] = plainValue(constant);
  const refusesNull = ['allOf', 'anyOf', 'oneOf', 'not', 'enum', 'const', 'if'].some((keyword) => keyword in normal);
  if (member(schema, 'nullable') !== true) Object.assign(into, normal);
  else if (refusesNull || types.length === 0) into['anyOf'] = [{ type: ['null'] }, normal];
  else Object.assign(into, normal, { type: [...types.map(String), 'null'] });
}
