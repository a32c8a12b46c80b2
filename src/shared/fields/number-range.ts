import { LosslessNumber, stringifyJson } from '@contract/json/lossless';
import { t } from '@/lib/i18n/messages';
import { decimalText, stepText, type NumberLimits } from '@/lib/number-text';

/** Constraints of a number, from node definitions or JSON Schema. */
export interface NumberRange {
  readonly integer: boolean;
  readonly minimum: NumberBound | null;
  readonly maximum: NumberBound | null;
  /** Step size; `null` uses the default of the number type. */
  readonly step: number | LosslessNumber | null;
}

export interface NumberBound {
  readonly value: number | LosslessNumber;
  readonly exclusive: boolean;
}

/** Returns `1 – 31` or `more than 0, up to 1`, with the digits of the source; empty without bounds. */
export function rangeNote({ minimum, maximum }: Pick<NumberRange, 'minimum' | 'maximum'>): string {
  if (minimum && maximum && !minimum.exclusive && !maximum.exclusive) {
    return `${String(minimum.value)} – ${String(maximum.value)}`;
  }
  const low = minimum && lowText(minimum.exclusive, String(minimum.value));
  const high = maximum && highText(maximum.exclusive, String(maximum.value));
  return [low, high].filter(Boolean).join(', ');
}

function lowText(isExclusive: boolean, number: string): string {
  return isExclusive ? t('more than {number}', { number }) : t('from {number}', { number });
}

function highText(isExclusive: boolean, number: string): string {
  return isExclusive ? t('less than {number}', { number }) : t('up to {number}', { number });
}

/** From here on, a bound of a node definition only reflects the width of the number type. */
const WIDE = 2 ** 31 - 1;

/** Removes bounds that only reflect the number type. */
export function withoutTypeBounds(range: NumberRange): NumberRange {
  const shown = (bound: NumberBound | null) => (bound && Math.abs(Number(bound.value)) < WIDE ? bound : null);
  return { ...range, minimum: shown(range.minimum), maximum: shown(range.maximum) };
}

/** Adds steps to a number in text form, within its range, for the arrow keys. Preserves every digit of a seed. */
export function stepNumber(text: string, steps: number, range: NumberRange): string {
  const step = range.step === null ? undefined : Number(range.step);
  const next = stepText(text, steps, { ...limitsOf(range), step }, range.integer);
  return isExcluded(next, range) ? text : next;
}

/** Returns both bounds as allowed values. Whole numbers are exact, however large. */
export function limitsOf({ integer, minimum, maximum }: NumberRange): NumberLimits {
  return { min: limitOf(minimum, integer, 1n), max: limitOf(maximum, integer, -1n) };
}

/** @param inward from an excluded end to the next whole number that may be chosen */
function limitOf(bound: NumberBound | null, integer: boolean, inward: 1n | -1n): number | bigint | undefined {
  if (bound === null) return undefined;
  if (!integer || !(bound.exclusive || bound.value instanceof LosslessNumber)) return Number(bound.value);
  const text = stringifyJson(bound.value);
  if (!/^-?\d+$/.test(text)) return Number(bound.value);
  const whole = BigInt(text) + (bound.exclusive ? inward : 0n);
  // A source that parsed 2^64 - 1 as a double returns 2^64, with other digits.
  return Number(whole) === 2 ** 64 && whole >= 2n ** 64n ? 2 ** 64 : whole;
}

/** Returns true if a decimal number equals an exclusive bound. */
function isExcluded(text: string, { minimum, maximum }: NumberRange): boolean {
  const value = Number(decimalText(text) ?? text);
  return [minimum, maximum].some((bound) => bound?.exclusive === true && Number(bound.value) === value);
}
