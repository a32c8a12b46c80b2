import { isNumber } from '@contract/json/json-values';
import type { JsonValue, LosslessNumber } from '@contract/json/lossless';
import { each, firstText, type FlatSchema } from '@contract/model-schema/flatten-schema';
import { INTEGER_RANGES } from '@contract/model-schema/integer-ranges';
import type { NumberBound } from '@/shared/fields/number-range';
import type { FieldBase, NumberField, SliderRange } from '../field';

/** A slider with more steps is too hard to position. */
const MAX_SLIDER_STEPS = 10_000;

export function numberField(base: FieldBase, flat: FlatSchema, isInteger: boolean): NumberField {
  const format = firstText(flat, 'format');
  const integer = isInteger || /^u?int\d*$/.test(format);
  const narrow = integer ? INTEGER_RANGES[format] : undefined;
  const minimum = strictest(boundsOf(flat, 'minimum', 'exclusiveMinimum'), 1) ?? bound(narrow?.[0]);
  const maximum = strictest(boundsOf(flat, 'maximum', 'exclusiveMaximum'), -1) ?? bound(narrow?.[1]);
  const multipleOf =
    each(flat, 'multipleOf')
      .filter(isNumber)
      .find((value) => Number(value) > 0) ?? null;
  return {
    ...base,
    kind: 'number',
    integer,
    wide: integer && !(isSafe(minimum) && isSafe(maximum)),
    minimum,
    maximum,
    multipleOf,
    slider: sliderOf(minimum, maximum, multipleOf, integer),
    specials: [],
  };
}

function bound(value: number | undefined): NumberBound | null {
  return value === undefined ? null : { value, exclusive: false };
}

const isSafe = (end: NumberBound | null) => end !== null && Number.isSafeInteger(Math.trunc(Number(end.value)));

/** OpenAPI 3.0 has `exclusiveMinimum: true` beside the bound; in 3.1, it is the bound itself. */
function boundsOf(flat: FlatSchema, keyword: string, exclusive: string): NumberBound[] {
  return flat.schemas.flatMap((schema) => {
    const plain: JsonValue | undefined = Object.hasOwn(schema, keyword) ? schema[keyword] : undefined;
    const strict: JsonValue | undefined = Object.hasOwn(schema, exclusive) ? schema[exclusive] : undefined;
    return [
      ...(isNumber(plain) ? [{ value: plain, exclusive: strict === true }] : []),
      ...(isNumber(strict) ? [{ value: strict, exclusive: true }] : []),
    ];
  });
}

/** @param direction 1 for the highest of lower bounds, -1 for the lowest of upper ones. */
function strictest(bounds: readonly NumberBound[], direction: 1 | -1): NumberBound | null {
  return bounds.reduce<NumberBound | null>((best, next) => {
    if (!best) return next;
    const by = direction * (Number(next.value) - Number(best.value));
    return by > 0 || (by === 0 && next.exclusive) ? next : best;
  }, null);
}

function sliderOf(
  minimum: NumberBound | null,
  maximum: NumberBound | null,
  multipleOf: number | LosslessNumber | null,
  integer: boolean,
): SliderRange | null {
  if (!minimum || !maximum) return null;
  const range = Number(maximum.value) - Number(minimum.value);
  const step = stepOf(range, multipleOf, integer);
  const min = firstStep(Number(minimum.value), minimum.exclusive, step, multipleOf !== null);
  const max = maximum.exclusive ? Number(maximum.value) - step : Number(maximum.value);
  const isUsable = Number.isFinite(range) && range > 0 && max > min && (max - min) / step <= MAX_SLIDER_STEPS;
  return isUsable ? { min, max, step } : null;
}

function stepOf(range: number, multipleOf: number | LosslessNumber | null, integer: boolean): number {
  if (multipleOf !== null) return Number(multipleOf);
  return integer ? 1 : 10 ** Math.floor(Math.log10(range / 50));
}

/** Returns the lowest allowed value. Browsers count steps from it, so it must be a multiple of the step. */
function firstStep(low: number, exclusive: boolean, step: number, isMultiple: boolean): number {
  const start = isMultiple ? Math.ceil(low / step) * step : low;
  return exclusive && start === low ? start + step : start;
}
