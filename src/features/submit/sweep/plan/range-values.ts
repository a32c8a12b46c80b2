import { formatInteger } from '@/lib/format';
import { MAX_CELLS } from '@/domains/batches/batch-plan';
import type { RangeForm } from '@/domains/drafts/sweep-form';
import { msg, t } from '@/lib/i18n/messages';
import { decimalText } from '@/lib/number-text';

/** Decimals of evenly spaced values beyond those of the ends. */
const EXTRA_DECIMALS = 6;

/** Returns the numbers of a range as JSON text, exact in every digit, or why there are none. */
export function rangeValues(form: RangeForm, isWhole: boolean): { texts: string[] } | { problem: string } {
  const from = parseDecimal(form.from);
  const to = parseDecimal(form.to);
  if (!from || !to)
    return {
      problem: from ? t('The end of the range is not a number.') : t('The start of the range is not a number.'),
    };
  if (form.by === 'step') {
    const step = parseDecimal(form.step);
    if (!step || step.units === 0n) return { problem: t('The step must be a number other than 0.') };
    if (isWhole && [from, to, step].some(hasFraction)) return { problem: t(NOT_WHOLE) };
    return bySteps(from, to, step);
  }
  const count = /^\s*\d{1,9}\s*$/.test(form.count) ? Number(form.count) : 0;
  if (count < 1) return { problem: t('The number of values must be a whole number, 1 or more.') };
  if (count > MAX_CELLS) return tooMany(BigInt(count));
  if (isWhole && [from, to].some(hasFraction)) return { problem: t(NOT_WHOLE) };
  return { texts: evenly(from, to, count, isWhole ? 0 : EXTRA_DECIMALS) };
}

const NOT_WHOLE = msg('This input accepts whole numbers only.');

/** Includes `to` if a step reaches it. The sign of the step does not matter: the range goes from `from` to `to`. */
function bySteps(from: ExactDecimal, to: ExactDecimal, step: ExactDecimal): { texts: string[] } | { problem: string } {
  const { scale, units } = atCommonScale(from, to, step);
  const [first = 0n, last = 0n, size = 1n] = units;
  const stride = size < 0n === last < first ? size : -size;
  const count = (last - first) / stride + 1n;
  if (count > BigInt(MAX_CELLS)) return tooMany(count);
  const texts = Array.from({ length: Number(count) }, (_, index) =>
    decimalToText({ units: first + BigInt(index) * stride, scale }),
  );
  return { texts };
}

/** Both ends and evenly spaced numbers between them, rounded; equal ones once. */
function evenly(from: ExactDecimal, to: ExactDecimal, count: number, extraDecimals: number): string[] {
  const common = atCommonScale(from, to);
  const factor = power(extraDecimals);
  const [first = 0n, last = 0n] = common.units.map((units) => units * factor);
  const gaps = BigInt(Math.max(1, count - 1));
  const texts = Array.from({ length: count }, (_, index) =>
    decimalToText({
      units: first + roundedQuotient((last - first) * BigInt(index), gaps),
      scale: common.scale + extraDecimals,
    }),
  );
  return [...new Set(texts)];
}

/** Rounds halves away from zero. @param divisor positive */
function roundedQuotient(dividend: bigint, divisor: bigint): bigint {
  const half = dividend < 0n ? -divisor : divisor;
  return (dividend * 2n + half) / (divisor * 2n);
}

function hasFraction({ scale }: ExactDecimal): boolean {
  return scale > 0;
}

function tooMany(count: bigint): { problem: string } {
  const shown = count > 1_000_000_000n ? t('more than a billion') : formatInteger(Number(count));
  return {
    problem: t('The range has {count} values; a sweep has at most {limit} jobs.', {
      count: shown,
      limit: formatInteger(MAX_CELLS),
    }),
  };
}

/** A decimal number without rounding: `units` × 10^-`scale`. */
interface ExactDecimal {
  units: bigint;
  /** Number of decimals, 0 or more. */
  scale: number;
}

/** More digits than any input has; `1e999999` must not become a number of a megabyte. */
const MAX_SCALE = 40;

const NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/;

/** Parses a typed number; `null` if the text is not a number or has an extreme exponent. */
export function parseDecimal(text: string): ExactDecimal | null {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = NUMBER.exec(decimalText(text) ?? '') ?? [];
  const scale = fraction.length - Number(exponent);
  if (whole === '' || Math.abs(scale) > MAX_SCALE) return null;
  const units = BigInt(sign + whole + fraction);
  return shortest(scale < 0 ? { units: units * power(-scale), scale: 0 } : { units, scale });
}

/** Returns the number as JSON text, without trailing zeros. */
export function decimalToText(value: ExactDecimal): string {
  const { units, scale } = shortest(value);
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0');
  const sign = units < 0n ? '-' : '';
  return scale === 0 ? sign + digits : `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

/** Returns the units of several numbers at their common scale. */
function atCommonScale(...values: readonly ExactDecimal[]): { scale: number; units: bigint[] } {
  const scale = Math.max(0, ...values.map((value) => value.scale));
  return { scale, units: values.map((value) => value.units * power(scale - value.scale)) };
}

function power(exponent: number): bigint {
  return 10n ** BigInt(exponent);
}

function shortest({ units, scale }: ExactDecimal): ExactDecimal {
  let value = { units, scale };
  while (value.scale > 0 && value.units % 10n === 0n) value = { units: value.units / 10n, scale: value.scale - 1 };
  return value;
}
