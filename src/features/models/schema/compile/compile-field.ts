import { isObject } from '@contract/json/json-values';
import {
  each,
  highest,
  lowest,
  first,
  firstText,
  isSet,
  mayExtend,
  type FlatSchema,
} from '@contract/model-schema/flatten-schema';
import type { JsonValue } from '@contract/json/lossless';
import { t } from '@/lib/i18n/messages';
import { arrayField } from './compile-array';
import { choiceField } from './compile-choice';
import { jsonField, type Compiler, type FieldContext } from './compiler';
import type { Field, FieldBase } from '../field';
import { mediaField } from './compile-media';
import { numberField } from './compile-number';
import { objectField } from './compile-object';
import { statedTypes, type JsonType } from '../schema-types';
import { textField } from './compile-text';
import { typeUnion, unionField } from './compile-union';

/** @param flat as it came from `flatten`: its keywords need no further reference. */
export function fieldOf(compiler: Compiler, flat: FlatSchema, place: FieldContext): Field {
  const base = fieldBase(flat, place);
  const { types, impossible, nullable } = statedTypes(flat);
  if (impossible)
    return jsonField(compiler, base, t('no value can fit, since the rules of the schema exclude each other'));
  const single = choiceField(base, flat) ?? unionField(compiler, flat, base, place);
  if (single) return single;
  const [type] = types;
  if (type === undefined)
    return nullable && isTyped(flat) ? { ...base, kind: 'const', value: null } : jsonField(compiler, base, '');
  if (isOnlyNumbers(types)) return numberField(base, flat, !types.includes('number'));
  return types.length > 1
    ? typeUnion(compiler, flat, types, base, place)
    : fieldOfType(compiler, type, flat, base, place);
}

const isTyped = (flat: FlatSchema) => each(flat, 'type').length > 0;
const isOnlyNumbers = (types: readonly JsonType[]) => types.every((type) => type === 'integer' || type === 'number');

function fieldOfType(
  compiler: Compiler,
  type: JsonType,
  flat: FlatSchema,
  base: FieldBase,
  place: FieldContext,
): Field {
  switch (type) {
    case 'boolean':
      return { ...base, kind: 'boolean' };
    case 'integer':
    case 'number':
      return numberField(base, flat, type === 'integer');
    case 'string':
      return mediaField(base, flat, place) ?? textField(base, flat);
    case 'array':
      return arrayField(compiler, flat, base, place);
    case 'object':
      return isFreeObject(flat) ? jsonField(compiler, base, '') : objectField(compiler, flat, base, place);
    case 'null':
      return { ...base, kind: 'const', value: null };
  }
}

/** Returns true for an object without any constraints. */
function isFreeObject(flat: FlatSchema): boolean {
  const isOpen = each(flat, 'additionalProperties').every(
    (extra) => extra === true || (isObject(extra) && Object.keys(extra).length === 0),
  );
  const namesNothing = ['properties', 'patternProperties'].every((keyword) =>
    each(flat, keyword).every((value) => !isObject(value) || Object.keys(value).length === 0),
  );
  return isOpen && namesNothing && highest(flat, 'minProperties') === null && lowest(flat, 'maxProperties') === null;
}

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
