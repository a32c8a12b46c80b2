import { decimalText } from '@/lib/number-text';

/** A decimal number without rounding: `units` × 10^-`scale`. */
export interface ExactDecimal {
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
export function atCommonScale(...values: readonly ExactDecimal[]): { scale: number; units: bigint[] } {
  const scale = Math.max(0, ...values.map((value) => value.scale));
  return { scale, units: values.map((value) => value.units * power(scale - value.scale)) };
}

export function power(exponent: number): bigint {
  return 10n ** BigInt(exponent);
}

function shortest({ units, scale }: ExactDecimal): ExactDecimal {
  let value = { units, scale };
  while (value.scale > 0 && value.units % 10n === 0n) value = { units: value.units / 10n, scale: value.scale - 1 };
  return value;
}
