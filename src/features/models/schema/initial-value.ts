import type { JsonObject, JsonValue } from '@contract/json/lossless';
import { bodyFromValue, type Body } from './body';
import type { Field, NumberBound, NumberField, ObjectField } from './field';
import { fits } from './fits';

const MAX_DEPTH = 8;
const MAX_FIELDS = 200;

/**
 * What a field begins with when the person asks for it: the default, else the least that the schema allows.
 * Required members come along, so that a new row is as near to valid as an empty one can be.
 */
export function initialValue(field: Field): JsonValue {
  return least(field, 0, { fields: 0 });
}

/**
 * The body of an empty form: only what can have but one value, and the mark of the first shape.
 * Everything else is not sent until the person says something.
 */
export function initialInput(root: Field): Body {
  const [first] = root.kind === 'union' ? root.branches : [];
  const shape = first ? first.field() : root;
  if (shape.kind !== 'object') return bodyFromValue({});
  const mark = first?.discriminatorValues[0];
  return bodyFromValue({
    ...settledMembers(shape, 0, { fields: 0 }),
    ...(root.kind === 'union' && root.discriminator !== null && mark !== undefined
      ? { [root.discriminator]: mark }
      : {}),
  });
}

/** Required members that leave nothing to ask for: constants, and objects that need nothing else. */
function settledMembers(object: ObjectField, depth: number, spent: Spent): JsonObject {
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
  const members = settledMembers(field, depth + 1, spent);
  const isAsked = field.fields().some(({ required, readOnly }) => required && !readOnly);
  return !isAsked || Object.keys(members).length > 0 ? members : undefined;
}

/** A schema may ask for more members than there is room for; the count ends it. */
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
      return isExhausted ? {} : requiredMembers(field.fields(), depth, spent);
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

function requiredMembers(fields: readonly Field[], depth: number, spent: Spent): JsonObject {
  const wanted = fields.filter((field) => field.required && !field.readOnly);
  return Object.fromEntries(wanted.map((field) => [field.name, least(field, depth + 1, spent)]));
}

function leastNumber(field: NumberField): JsonValue {
  const { minimum, maximum } = field;
  if (minimum && Number(minimum.value) >= 0) return inside(field, minimum, 1);
  if (maximum && Number(maximum.value) < 0) return inside(field, maximum, -1);
  return 0;
}

/** The value nearest to an end that may be chosen. @param side of the end on which the values lie */
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

/** Three times 0.1 is 0.3, whatever a double makes of it. */
function exact(value: number): number {
  return Number.isInteger(value) ? value : Number(value.toPrecision(15));
}
