import { isObject, member } from '@contract/json/json-values';
import type { JsonObject, JsonValue } from '@contract/json/lossless';

/** Keywords that map custom names to schemas; a member `$ref` in them is a name. */
const NAMED_SCHEMAS = new Set([
  'properties',
  'patternProperties',
  '$defs',
  'definitions',
  'dependentSchemas',
  'dependencies',
]);
/** Keywords with body values, in which `$ref` has no meaning. */
const VALUES = new Set(['default', 'example', 'examples', 'enum', 'const']);
const REFERENCES = new Set(['$ref', '$dynamicRef']);

/**
 * Rewrites the references of a standalone schema that is now embedded in a document. Changes references only, since
 * descriptions may contain the same text. Iterative, since schemas may be nested arbitrarily deep.
 * @param place new location of the schema, as a JSON pointer
 * @param sharedPlace new location of its `$defs` and `definitions`
 */
export function rebaseRefs(schema: JsonObject, { place: position, sharedPlace }: Places): void {
  const moved = (reference: string) => {
    if (reference === '#') return position;
    const shared = /^#\/(?:\$defs|definitions)\/(.*)$/s.exec(reference)?.[1];
    if (shared !== undefined) return `${sharedPlace}/${shared}`;
    return reference.startsWith('#/') && !reference.startsWith(`${sharedPlace}/`)
      ? `${position}${reference.slice(1)}`
      : reference;
  };
  const open: JsonValue[] = [schema];
  while (open.length > 0) {
    const next = open.pop();
    if (Array.isArray(next)) for (const item of next) open.push(item);
    if (!isObject(next)) continue;
    for (const [keyword, value] of Object.entries(next)) {
      if (REFERENCES.has(keyword) && typeof value === 'string') next[keyword] = moved(value);
      else if (keyword === 'discriminator') moveTargets(member(value, 'mapping'), moved);
      else if (NAMED_SCHEMAS.has(keyword) && isObject(value)) open.push(Object.values(value));
      else if (!VALUES.has(keyword)) open.push(value);
    }
  }
}

export interface Places {
  place: string;
  sharedPlace: string;
}

function moveTargets(mapping: JsonValue | undefined, moved: (reference: string) => string): void {
  if (!isObject(mapping)) return;
  for (const [value, target] of Object.entries(mapping)) if (typeof target === 'string') mapping[value] = moved(target);
}
