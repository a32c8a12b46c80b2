import type { JsonObject, JsonValue } from '@contract/json/lossless';
import { bodyFromValue, type Body } from './body';
import type { NumberBound } from '@/shared/fields/number-range';
import type { Field, NumberField, ObjectField } from './field';
import { fits } from './fits';

const MAX_DEPTH = 8;
const MAX_FIELDS = 200;

/**
 * Returns the value of a field that the user adds: the default, else the smallest value that the schema allows.
 * Includes required properties, so that a new row is as close to valid as an empty row can be.
 */
export function initialValue(field: Field): JsonValue {
  return least(field, 0, { fields: 0 });
}

/**
 * Returns the body of an empty form: only properties with a single possible value, and the discriminator of the first
 * shape. Nothing else is sent until the user enters it.
 */
export function initialInput(root: Field): Body {
  const [first] = root.kind === 'union' ? root.branches : [];
  const shape = first ? first.field() : root;
  if (shape.kind !== 'object') return bodyFromValue({});
  const mark = first?.discriminatorValues[0];
  return bodyFromValue({
    ...settledProperties(shape, 0, { fields: 0 }),
    ...(root.kind === 'union' && root.discriminator !== null && mark !== undefined
      ? { [root.discriminator]: mark }
      : {}),
  });
}

/** Returns required properties without user input: constants, and objects that only need constants. */
function settledProperties(object: ObjectField, depth: number, spent: Spent): JsonObject {
  const settled: JsonObject = {};
  for (const field of object.fields()) {
    if (!field.required || field.readOnly) continue;
    const value = settledValue(field, depth, spent);
    if (value !== undefined) settled[field.name] = value;
  }
  return settled;
}

function settledValue(field: Field, depth: number, spent: Spent): JsonValue | undefined {
  spent.fields += 1;
  if (field.kind === 'const') return field.value;
  if (field.defaultValue !== undefined || depth >= MAX_DEPTH || spent.fields > MAX_FIELDS) return undefined;
  if (field.kind === 'map') return field.minEntries === 0 ? {} : undefined;
  if (field.kind !== 'object' || field.alternatives.length > 0) return undefined;
  const properties = settledProperties(field, depth + 1, spent);
  const isAsked = field.fields().some(({ required, readOnly }) => required && !readOnly);
  return !isAsked || Object.keys(properties).length > 0 ? properties : undefined;
}

/** Limits the number of generated properties, since a schema may require more than fit. */
interface Spent {
  fields: number;
}

function least(field: Field, depth: number, spent: Spent): JsonValue {
  spent.fields += 1;
  if (field.defaultValue !== undefined && fits(field, field.defaultValue)) return field.defaultValue;
  const isExhausted = depth >= MAX_DEPTH || spent.fields > MAX_FIELDS;
  switch (field.kind) {
    case 'text':
    case 'media':
      return '';
    case 'number':
      return leastNumber(field);
    case 'boolean':
      return false;
    case 'enum':
      return field.choices[0]?.value ?? null;
    case 'const':
      return field.value;
    case 'object':
      return isExhausted ? {} : requiredProperties(field.fields(), depth, spent);
    case 'array':
      return Array.from({ length: isExhausted ? 0 : Math.min(field.minItems, 16) }, (_, index) =>
        least(field.item(index), depth + 1, spent),
      );
    case 'map':
      return {};
    case 'union':
      return field.branches[0] ? least(field.branches[0].field(), depth + 1, spent) : null;
    case 'json':
      return field.nullable ? null : {};
  }
}

function requiredProperties(fields: readonly Field[], depth: number, spent: Spent): JsonObject {
  const wanted = fields.filter((field) => field.required && !field.readOnly);
  return Object.fromEntries(wanted.map((field) => [field.name, least(field, depth + 1, spent)]));
}

function leastNumber(field: NumberField): JsonValue {
  const { minimum, maximum } = field;
  if (minimum && Number(minimum.value) >= 0) return inside(field, minimum, 1);
  if (maximum && Number(maximum.value) < 0) return inside(field, maximum, -1);
  return 0;
}

/** Returns the allowed value that is closest to a bound. @param side side of the bound on which the values are */
function inside(field: NumberField, { value, exclusive }: NumberBound, side: 1 | -1): JsonValue {
  const end = Number(value);
  if (!Number.isSafeInteger(Math.trunc(end))) return value;
  const step = field.multipleOf === null ? freeStep(field) : Number(field.multipleOf);
  const nearest = field.multipleOf === null ? end : exact(side * Math.ceil(exact((side * end) / step)) * step);
  return exclusive && nearest === end ? exact(nearest + side * step) : nearest;
}

function freeStep({ minimum, maximum, integer }: NumberField): number {
  const range = minimum && maximum ? Number(maximum.value) - Number(minimum.value) : Infinity;
  return integer || range > 1 ? 1 : range / 2;
}

/** Corrects floating-point errors: three times 0.1 is 0.3. */
function exact(value: number): number {
  return Number.isInteger(value) ? value : Number(value.toPrecision(15));
}
