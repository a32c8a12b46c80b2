import type { JsonValue } from '@contract/json/lossless';
import { each, isSet, type FlatSchema } from '@contract/model-schema/flatten-schema';
import { isNumber, isObject } from '@contract/json/json-values';

export type JsonType = 'null' | 'boolean' | 'object' | 'array' | 'number' | 'integer' | 'string';

const TYPES: ReadonlySet<JsonValue> = new Set(['null', 'boolean', 'object', 'array', 'number', 'integer', 'string']);

/** Keywords that imply the type if a schema does not state one. */
const TYPE_OF_KEYWORD: readonly (readonly [JsonType, readonly string[]])[] = [
  // Not `required`: it constrains objects, but does not imply that the value is an object.
  ['object', ['properties', 'additionalProperties', 'patternProperties', 'minProperties', 'maxProperties']],
  ['array', ['items', 'prefixItems', 'minItems', 'maxItems', 'uniqueItems', 'contains']],
  ['string', ['pattern', 'minLength', 'maxLength', 'contentEncoding', 'contentMediaType']],
  ['number', ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf']],
];

export interface StatedTypes {
  /** Types without `null`; empty if any type is allowed. */
  readonly types: readonly JsonType[];
  readonly nullable: boolean;
  /** Whether two schemas that both apply require different types. */
  readonly impossible: boolean;
}

/** Reads all notations of `type`: a name, a list (OpenAPI 3.1), with `nullable` beside it (3.0), or none. */
export function statedTypes(flat: FlatSchema): StatedTypes {
  let types: JsonType[] | null = null;
  for (const value of each(flat, 'type')) {
    const stated = (Array.isArray(value) ? value : [value]).filter((name): name is JsonType => TYPES.has(name));
    if (stated.length === 0) continue;
    types = types === null ? stated : both(types, stated);
  }
  const nullable = isSet(flat, 'nullable') || (types?.includes('null') ?? false);
  const known = types?.filter((type) => type !== 'null');
  if (known === undefined) return { types: inferredTypes(flat), nullable, impossible: flat.impossible };
  return { types: known, nullable, impossible: flat.impossible || (known.length === 0 && !nullable) };
}

/** Integers are numbers, so the intersection of both is integer. */
function both(left: readonly JsonType[], right: readonly JsonType[]): JsonType[] {
  return left.flatMap((type): JsonType[] => {
    if (right.includes(type)) return [type];
    if (type === 'number' && right.includes('integer')) return ['integer'];
    return type === 'integer' && right.includes('number') ? ['integer'] : [];
  });
}

function inferredTypes(flat: FlatSchema): JsonType[] {
  const found = TYPE_OF_KEYWORD.find(([, keywords]) => keywords.some((keyword) => each(flat, keyword).length > 0));
  return found ? [found[0]] : [];
}

/** Returns true if a value has the type. */
export function isOfType(value: JsonValue, type: JsonType): boolean {
  switch (type) {
    case 'null':
      return value === null;
    case 'array':
      return Array.isArray(value);
    case 'object':
      return isObject(value);
    case 'number':
      return isNumber(value);
    case 'integer':
      return isNumber(value) && /^-?\d+(?:\.0+)?$/.test(String(value));
    default:
      return typeof value === type;
  }
}
