import { Validator, type OutputUnit, type Schema } from '@cfworker/json-schema';
import { LosslessNumber, parseJson, type JsonValue } from '@contract/json/lossless';
import type { FieldFault } from '@contract/router/validation-error';
import { inputSchemaOf } from './model-document';
import { nearestBranches } from './nearest-branches';

export type BodyCheck = (body: Uint8Array) => FieldFault[];

/** Holds bodies to the input schema of a document; null where there is none to hold them to. */
export function bodyCheckOf(document: string): BodyCheck | null {
  const schema = inputSchemaOf(document);
  if (!schema) return null;
  const normal = inWordsOfJsonSchema(schema) as Schema;
  const validator = new Validator(normal, '2020-12', false);
  return (body) => {
    const value = plain(parseJson(new TextDecoder().decode(body)));
    try {
      const { valid, errors } = validator.validate(value);
      return valid ? [] : faultsOf(errors, value, normal);
    } catch (error) {
      // A schema that refers to itself alone never comes to an end; the provider then judges without it.
      if (error instanceof RangeError) return [];
      throw error;
    }
  };
}

/** OpenAPI 3.0 says `nullable` and exclusive bounds as flags; JSON Schema knows neither. */
function inWordsOfJsonSchema(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inWordsOfJsonSchema);
  if (typeof value !== 'object' || value === null) return value;
  const schema: Record<string, unknown> = Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, inWordsOfJsonSchema(member)]),
  );
  for (const [bound, exclusive] of EXCLUSIVE_BOUNDS) {
    if (schema[exclusive] === true) {
      schema[exclusive] = schema[bound];
      delete schema[bound];
    } else if (schema[exclusive] === false) {
      delete schema[exclusive];
    }
  }
  const { nullable, ...rest } = schema;
  // A property may be called so, too; then it is no flag.
  return nullable === true ? { anyOf: [{ type: 'null' }, rest] } : schema;
}

const EXCLUSIVE_BOUNDS = [
  ['minimum', 'exclusiveMinimum'],
  ['maximum', 'exclusiveMaximum'],
] as const;

function plain(value: JsonValue): unknown {
  if (value instanceof LosslessNumber) return value.toNumber();
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, plain(member)]));
}

/** Keywords that only say that something below them failed. */
const WRAPPERS = new Set([
  'properties',
  'items',
  'allOf',
  'anyOf',
  'oneOf',
  '$ref',
  'additionalProperties',
  'if',
  'then',
]);

/** One for each field: where a choice failed, the choice itself when none of its branches got further. */
function faultsOf(errors: readonly OutputUnit[], value: unknown, schema: unknown): FieldFault[] {
  const precise = nearestBranches(errors).filter(({ keyword, error }) => !WRAPPERS.has(keyword) && error !== '');
  const chosen = precise.length > 0 ? precise : errors.slice(0, 1);
  const faults = new Map<string, FieldFault>();
  for (const unit of chosen) {
    const fault = faultOf(unit, value, schema);
    const key = JSON.stringify(fault.loc);
    if (!faults.has(key)) faults.set(key, fault);
  }
  return [...faults.values()];
}

function faultOf(unit: OutputUnit, value: unknown, schema: unknown): FieldFault {
  const keys = keysOf(unit.instanceLocation);
  const missing = unit.keyword === 'required' ? /property "(.*)"/.exec(unit.error)?.[1] : undefined;
  if (missing !== undefined) {
    return { loc: ['body', ...locOf(keys, value), missing], msg: 'This field is required', type: 'missing' };
  }
  const bound = followSchema(schema, keysOf(unit.keywordLocation));
  const input = follow(value, keys);
  return {
    loc: ['body', ...locOf(keys, value)],
    msg: unit.error.replace(/^Instance /, 'This ').replace(/^String /, 'This text '),
    type: unit.keyword,
    ...(isBound(bound) ? { ctx: { [unit.keyword]: bound } } : {}),
    ...(isShort(input) ? { input } : {}),
  };
}

function isBound(bound: unknown): boolean {
  return ['number', 'string'].includes(typeof bound) || (Array.isArray(bound) && bound.length <= 50);
}

function isShort(input: unknown): boolean {
  return (
    input === null || (typeof input === 'string' ? input.length <= 200 : ['number', 'boolean'].includes(typeof input))
  );
}

/** A pointer such as `#/a/0/b`. */
function keysOf(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((key) => decodeURIComponent(key).replaceAll('~1', '/').replaceAll('~0', '~'));
}

function follow(value: unknown, keys: readonly string[]): unknown {
  return keys.reduce<unknown>(
    (at, key) =>
      typeof at === 'object' && at !== null && Object.hasOwn(at, key)
        ? (at as Record<string, unknown>)[key]
        : undefined,
    value,
  );
}

/** A location runs through references: behind `$ref` it goes on where that points. */
function followSchema(schema: unknown, keys: readonly string[]): unknown {
  return keys.reduce<unknown>((at, key) => {
    const next = follow(at, [key]);
    return key === '$ref' && typeof next === 'string' ? follow(schema, keysOf(next)) : next;
  }, schema);
}

/** An index into an array is a number. */
function locOf(keys: readonly string[], value: unknown): (string | number)[] {
  return keys.map((key, depth) => (Array.isArray(follow(value, keys.slice(0, depth))) ? Number(key) : key));
}
