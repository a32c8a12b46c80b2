import type { JsonObject, JsonValue } from '@contract/json/lossless';
import type { Field, NumberBound, NumberField } from './field';

const MAX_DEPTH = 8;

/**
 * What a field begins with when the person asks for it: the default, else the least that the schema allows.
 * Required members come along, so that a new row is as near to valid as an empty one can be.
 */
export function startingValue(field: Field, depth = 0): JsonValue {
  if (field.defaultValue !== undefined) return field.defaultValue;
  switch (field.kind) {
    case 'text':
    case 'media':
      return '';
    case 'number':
      return startingNumber(field);
    case 'boolean':
      return false;
    case 'enum':
      return field.choices[0]?.value ?? null;
    case 'const':
      return field.value;
    case 'object':
      return depth < MAX_DEPTH ? requiredMembers(field.fields(), depth) : {};
    case 'array':
      return depth < MAX_DEPTH
        ? Array.from({ length: Math.min(field.minItems, 16) }, (_, index) =>
            startingValue(field.item(index), depth + 1),
          )
        : [];
    case 'map':
      return {};
    case 'union':
      return field.branches[0] ? startingValue(field.branches[0].field(), depth + 1) : null;
    case 'json':
      return field.nullable ? null : {};
  }
}

function requiredMembers(fields: readonly Field[], depth: number): JsonObject {
  const wanted = fields.filter((field) => field.required && !field.readOnly);
  return Object.fromEntries(wanted.map((field) => [field.name, startingValue(field, depth + 1)]));
}

function startingNumber({ minimum, maximum, integer }: NumberField): JsonValue {
  if (minimum && Number(minimum.value) >= 0) return inside(minimum, integer ? 1 : 0);
  if (maximum && Number(maximum.value) < 0) return inside(maximum, integer ? -1 : 0);
  return 0;
}

function inside(bound: NumberBound, step: number): JsonValue {
  return typeof bound.value === 'number' && bound.exclusive ? bound.value + step : bound.value;
}
