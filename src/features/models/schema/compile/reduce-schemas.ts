import { stringifyJson, type JsonObject, type JsonValue } from '@contract/json/lossless';
import { isObject } from '@contract/json/json-values';
import { referenceOf } from '@contract/model-schema/references';

export interface ReducedSchemas {
  schema: JsonValue;
  /** Referenced schemas, by reference as written. */
  references: JsonObject;
  /** Number of schemas that did not fit: each allows any value, or is missing from a long list. */
  omitted: number;
}

interface Waiting {
  schema: JsonValue;
  put: (reduced: JsonValue) => void;
}

/** Copies a schema and the schemas it references, breadth first, until the text would exceed `maxChars`. */
export function reduceSchemas(
  input: JsonValue,
  resolve: (reference: string) => JsonValue | undefined,
  maxChars: number,
): ReducedSchemas {
  const result: ReducedSchemas = { schema: {}, references: {}, omitted: 0 };
  let room = maxChars;
  const line: Waiting[] = [{ schema: input, put: (schema) => (result.schema = schema) }];
  const refer = (reference: string) => {
    if (Object.hasOwn(result.references, reference)) return;
    const schema = resolve(reference);
    if (schema === undefined) return;
    const put = (reduced: JsonValue) => setOwn(result.references, reference, reduced);
    put({});
    line.push({ schema, put });
  };
  // Appended to during iteration; removing from the front would shift many thousands of entries at each step.
  for (const { schema, put } of line) {
    const own = isObject(schema) ? ownProperties(schema, room) : null;
    if (!isObject(schema) && stringifyJson(schema).length <= Math.max(room, MIN_CHARS)) {
      put(schema);
      continue;
    }
    if (!isObject(schema) || own === null) {
      result.omitted += 1;
      continue;
    }
    room -= own.chars;
    const reduced: JsonObject = own.members;
    put(reduced);
    const reference = referenceOf(schema);
    if (reference !== undefined) refer(reference);
    for (const [keyword, value] of Object.entries(schema)) {
      if (ONE.has(keyword) && !Array.isArray(value)) {
        line.push({ schema: value, put: (made) => setOwn(reduced, keyword, made) });
      } else if (LISTS.has(keyword) && Array.isArray(value)) {
        const list: JsonValue[] = [];
        reduced[keyword] = list;
        const taken = value.slice(0, Math.max(0, room / MIN_CHARS));
        result.omitted += value.length - taken.length;
        taken.forEach((item, at) => {
          room -= MIN_CHARS;
          list.push({});
          line.push({ schema: item, put: (made) => (list[at] = made) });
        });
      } else if (MAPS.has(keyword) && isObject(value)) {
        const map: JsonObject = {};
        reduced[keyword] = map;
        for (const [name, item] of Object.entries(value)) {
          room -= name.length + MIN_CHARS;
          if (room < 0) result.omitted += 1;
          else {
            setOwn(map, name, {});
            line.push({ schema: item, put: (made) => setOwn(map, name, made) });
          }
        }
      }
    }
  }
  return result;
}

/** Length of the smallest schema with its separators. */
const MIN_CHARS = 6;

const ONE = new Set(
  'not if then else contains propertyNames additionalProperties unevaluatedProperties unevaluatedItems additionalItems items'.split(
    ' ',
  ),
);
const LISTS = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems', 'items']);
const MAPS = new Set(['properties', 'patternProperties', 'dependentSchemas', 'dependencies']);
/** Referenced schemas are copied by reference. */
const HOLDERS = new Set(['$defs', 'definitions']);

/** Returns the keywords of a schema itself; `null` if they do not fit. */
function ownProperties(schema: JsonObject, room: number): { members: JsonObject; chars: number } | null {
  const members: JsonObject = {};
  let chars = MIN_CHARS;
  for (const [keyword, value] of Object.entries(schema)) {
    if (HOLDERS.has(keyword) || ONE.has(keyword) || LISTS.has(keyword) || MAPS.has(keyword)) continue;
    chars += keyword.length + (typeof value === 'string' ? value.length : stringifyJson(value).length) + MIN_CHARS;
    if (chars > room) return null;
    setOwn(members, keyword, value);
  }
  return chars > room ? null : { members, chars };
}

/** A property may be named `__proto__`. */
function setOwn(into: JsonObject, name: string, value: JsonValue): void {
  Object.defineProperty(into, name, { value, enumerable: true, configurable: true, writable: true });
}
