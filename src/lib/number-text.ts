/** Converts typed numbers to JSON numbers without going through a double: seeds reach 2^64 - 1 and `2.50` stays `2.50`. */

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

/** Removes spaces and thin spaces, which pasted numbers often contain. */
function clean(typed: string): string {
  return typed.replace(/[\s\u00a0\u2009\u202f_]/g, '');
}

/** Both ends may be chosen. */
export interface NumberLimits {
  min?: number | bigint | undefined;
  max?: number | bigint | undefined;
}

/** Adds steps to a number in JSON text form, within its limits. */
export function stepText(
  text: string,
  steps: number,
  limits: NumberLimits & { step?: number | undefined },
  isInteger: boolean,
): string {
  if (isInteger) {
    const whole = BigInt(integerText(text) ?? '0') + BigInt(Math.round(steps * (limits.step ?? 1)));
    return String(clampBig(whole, limits));
  }
  const step = limits.step ?? 0.1;
  const digits = Math.max(decimals(text), decimals(String(step)));
  const moved = Number(text) + steps * step;
  const clamped = Math.min(Number(limits.max ?? Infinity), Math.max(Number(limits.min ?? -Infinity), moved));
  return clamped.toFixed(Math.min(digits, 12));
}

export function clampBig(value: bigint, { min, max }: NumberLimits): bigint {
  if (min !== undefined && value < bound(min)) return bound(min);
  if (max !== undefined && value > bound(max)) return bound(max);
  return value;
}

/** Definitions carry 2^64 - 1 and 2^63 - 1, the limits of integer types, as doubles: the next power of two. */
export function bound(value: number | bigint): bigint {
  if (typeof value === 'bigint') return value;
  const whole = BigInt(Math.trunc(value));
  return whole === 2n ** 64n || whole === 2n ** 63n ? whole - 1n : whole;
}

function decimals(text: string): number {
  if (/[eE]/.test(text)) return 6;
  return text.split('.')[1]?.length ?? 0;
}
