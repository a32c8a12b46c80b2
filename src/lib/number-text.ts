/**
 * Numbers as people type them, to numbers as JSON writes them, without ever going through a double: seeds reach 2^64 - 1
 * and `2.50` stays `2.50`.
 */

const INTEGER = /^([+-]?)(\d+)$/;
const DECIMAL = /^([+-]?)(\d*)(?:[.,](\d*))?(?:[eE]([+-]?\d+))?$/;
/** Not part of the expressions above: two neighbors that both take zeros need quadratic time. */
const LEADING_ZEROS = /^0+(?=\d)/;

/** JSON text of a typed whole number, or null. */
export function integerText(typed: string): string | null {
  const match = INTEGER.exec(clean(typed));
  if (!match) return null;
  const [, sign, written = ''] = match;
  const digits = written.replace(LEADING_ZEROS, '');
  return sign === '-' && digits !== '0' ? `-${digits}` : digits;
}

/** JSON text of a typed number, or null. A comma counts as the decimal point. */
export function decimalText(typed: string): string | null {
  const match = DECIMAL.exec(clean(typed));
  if (!match) return null;
  const [, sign, whole = '', fraction = '', exponent] = match;
  if (whole === '' && fraction === '' && !/\d/.test(typed)) return null;
  const minus = sign === '-' ? '-' : '';
  return `${minus}${whole.replace(LEADING_ZEROS, '') || '0'}${fraction ? `.${fraction}` : ''}${exponent === undefined ? '' : `e${exponent}`}`;
}

/** Spaces and thin spaces come along when numbers are pasted. */
function clean(typed: string): string {
  return typed.replace(/[\s\u00a0\u2009\u202f_]/g, '');
}

/** Adds steps to a number that stands as JSON text, within bounds: what the arrow keys do. */
export function stepText(
  text: string,
  steps: number,
  bounds: { min?: number | undefined; max?: number | undefined; step?: number | undefined },
  isInteger: boolean,
): string {
  if (isInteger) {
    const whole = BigInt(integerText(text) ?? '0') + BigInt(Math.round(steps * (bounds.step ?? 1)));
    return String(clampBig(whole, bounds.min, bounds.max));
  }
  const step = bounds.step ?? 0.1;
  const digits = Math.max(decimals(text), decimals(String(step)));
  const moved = Number(text) + steps * step;
  const clamped = Math.min(bounds.max ?? Infinity, Math.max(bounds.min ?? -Infinity, moved));
  return clamped.toFixed(Math.min(digits, 12));
}

export function clampBig(value: bigint, min: number | undefined, max: number | undefined): bigint {
  if (min !== undefined && value < bound(min)) return bound(min);
  if (max !== undefined && value > bound(max)) return bound(max);
  return value;
}

/** Definitions carry 2^64 - 1 as a double, which is 2^64: one too many. */
export function bound(value: number): bigint {
  const whole = BigInt(Math.trunc(value));
  return whole === 2n ** 64n ? whole - 1n : whole;
}

function decimals(text: string): number {
  if (/[eE]/.test(text)) return 6;
  return text.split('.')[1]?.length ?? 0;
}

/** Bounds that only say how wide the number type is. */
function isWide(value: number): boolean {
  return Math.abs(value) >= 2 ** 31;
}

/** `1 – 31`, `from 0`, `up to 1`; null where there are no bounds worth telling. */
export function rangeNote(min: number | undefined, max: number | undefined): string | null {
  if (min !== undefined && max !== undefined) {
    return isWide(max) ? (isWide(min) ? null : `from ${min}`) : `${min} – ${max}`;
  }
  if (min !== undefined && !isWide(min)) return `from ${min}`;
  if (max !== undefined && !isWide(max)) return `up to ${max}`;
  return null;
}
