import { isObject } from '@contract/json/json-values';
import { each, highest, lowest, type FlatSchema } from '@contract/model-schema/flatten-schema';
import { arrayField } from './compile-array';
import { choiceField } from './compile-choice';
import { jsonField, type Compiler, type FieldContext } from './compiler';
import type { Field, FieldBase } from '../field';
import { fieldBase } from './field-base';
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
    return jsonField(compiler, base, 'no value can fit, since the rules of the schema exclude each other');
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
