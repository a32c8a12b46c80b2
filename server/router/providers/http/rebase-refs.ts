import { isObject, member } from '@contract/json/json-values';
import type { JsonObject, JsonValue } from '@contract/json/lossless';

/** Keywords whose members are named by the author and hold schemas: `$ref` among them is a name. */
const NAMED_SCHEMAS = new Set([
  'properties',
  'patternProperties',
  '$defs',
  'definitions',
  'dependentSchemas',
  'dependencies',
]);
/** Values of a body, in which `$ref` means nothing. */
const VALUES = new Set(['default', 'example', 'examples', 'enum', 'const']);
const REFERENCES = new Set(['$ref', '$dynamicRef']);

/**
 * Changes the references of a schema that was a document of its own, and is a part of one now. Only references: the same
 * text may stand in a description. Iterative: a schema may nest as deep as it likes.
 * @param place where it stands now, as a pointer
 * @param sharedPlace where its `$defs` and `definitions` stand now
 */
export function rebaseRefs(schema: JsonObject, { place, sharedPlace }: Places): void {
  const moved = (reference: string) => {
    if (reference === '#') return place;
    const shared = /^#\/(?:\$defs|definitions)\/(.*)$/s.exec(reference)?.[1];
    if (shared !== undefined) return `${sharedPlace}/${shared}`;
    return reference.startsWith('#/') && !reference.startsWith(`${sharedPlace}/`)
      ? `${place}${reference.slice(1)}`
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
