import { isNumber, isObject, isSameJson } from '@contract/json/json-values';
import type { JsonValue } from '@contract/json/lossless';
import type { Field } from './field';

/**
 * Returns true if the control of a field can show a value. If not, the value is shown as JSON: a body may contain
 * anything, and a control must not drop what it does not support. Ignores bounds, which validation checks.
 */
export function fits(field: Field, value: JsonValue): boolean {
  if (value === null && field.nullable) return true;
  switch (field.kind) {
    case 'text':
    case 'media':
      return typeof value === 'string';
    case 'number':
      return isNumber(value) || field.specials.some((special) => isSameJson(special.value, value));
    case 'boolean':
      return typeof value === 'boolean';
    case 'enum':
      return field.choices.some((choice) => isSameJson(choice.value, value));
    case 'const':
      return isSameJson(field.value, value);
    case 'object':
    case 'map':
      return isObject(value);
    case 'array':
      return Array.isArray(value);
    case 'union':
      return field.branches.some((branch) => fits(branch.field(), value));
    case 'json':
      return true;
  }
}
