import type { JsonValue } from '../json/lossless';
import { isObject, member } from '../json/json-values';

const OLDER_DRAFT = /^https?:\/\/json-schema\.org\/draft-0[3-7]\/schema#?$/;
/** Keywords with values, in which `$schema` and `$ref` have no meaning. */
const VALUES = new Set(['const', 'enum', 'default', 'example', 'examples']);
/** Descriptions for forms, and targets of references: without effect on validation. */
const KEPT = new Set([
  '$ref',
  '$schema',
  '$comment',
  'definitions',
  '$defs',
  'title',
  'description',
  'default',
  'examples',
  'readOnly',
  'writeOnly',
  'deprecated',
]);

/**
 * Removes, in place, what a schema has beside its `$ref` if it declares a draft up to 7: there a reference replaces the schema, and
 * neither its other keywords nor its `$id` have an effect (draft 7, Core 8.3). Since 2019-09 they apply as well.
 */
export function applyOlderDrafts(root: JsonValue): void {
  const open: (readonly [value: JsonValue, isOlder: boolean])[] = [[root, false]];
  for (let next = open.pop(); next; next = open.pop()) {
    const [value, isOuterOlder] = next;
    if (Array.isArray(value)) for (const item of value) open.push([item, isOuterOlder]);
    if (!isObject(value)) continue;
    const draft = member(value, '$schema');
    const isOlder = typeof draft === 'string' ? OLDER_DRAFT.test(draft) : isOuterOlder;
    // The schema that declares the draft begins a document of its own, whose URL its references need.
    const keepsId = draft !== undefined;
    const isReference = isOlder && typeof member(value, '$ref') === 'string';
    for (const [keyword, inner] of Object.entries(value)) {
      if (isReference && !isKept(keyword, keepsId)) delete value[keyword];
      else if (!VALUES.has(keyword)) open.push([inner, isOlder]);
    }
  }
}

function isKept(keyword: string, keepsId: boolean): boolean {
  return KEPT.has(keyword) || keyword.startsWith('x-') || (keepsId && keyword === '$id');
}

/** Returns true if the text of a document may declare such a draft. */
export const mayUseOlderDraft = (text: string) => text.includes('json-schema.org/draft-0');
