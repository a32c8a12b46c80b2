import type { JsonValue } from '@contract/json/lossless';
import { each, first, firstText, isSet, mayExtend, type FlatSchema } from '@contract/model-schema/flatten-schema';
import type { FieldContext } from './compiler';
import type { FieldBase } from '../field';
import { statedTypes } from '../schema-types';

/** Returns the properties common to all kinds of fields. Its position among its siblings is set by its parent. */
export function fieldBase(flat: FlatSchema, place: FieldContext): FieldBase {
  const name = String(place.path.at(-1) ?? '');
  const description = firstText(flat, 'description');
  return {
    path: place.path,
    name,
    title: firstText(flat, 'title') || name,
    description,
    required: place.required,
    nullable: statedTypes(flat).nullable || listsNull(flat),
    deprecated: isSet(flat, 'deprecated') || /^\W*deprecated\b/i.test(description),
    readOnly: isSet(flat, 'readOnly'),
    writeOnly: isSet(flat, 'writeOnly'),
    defaultValue: first(flat, 'default'),
    examples: examplesOf(flat),
    hints: place.hints,
    foreign: flat.schemas.filter(
      (schema) => 'pattern' in schema || 'format' in schema || 'patternProperties' in schema,
    ),
    place: 'main',
    group: extensionText(flat, /^x-(?:.+-)?(?:group|section|category)$/i),
  };
}

function listsNull(flat: FlatSchema): boolean {
  const lists = each(flat, 'enum');
  return lists.length > 0 && lists.every((values) => Array.isArray(values) && values.includes(null));
}

function examplesOf(flat: FlatSchema): JsonValue[] {
  const listed = each(flat, 'examples').flatMap((values) => (Array.isArray(values) ? values : []));
  return [...each(flat, 'example'), ...listed];
}

function extensionText(flat: FlatSchema, name: RegExp): string {
  for (const schema of flat.schemas) {
    for (const keyword in schema) {
      const value = mayExtend(keyword) && name.test(keyword) ? schema[keyword] : undefined;
      if (typeof value === 'string') return value;
    }
  }
  return '';
}
