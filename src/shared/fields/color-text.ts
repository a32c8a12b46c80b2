import { isNumber } from '@contract/json/json-values';
import type { JsonValue } from '@contract/json/lossless';

const COLOR = /^#(?:[\da-f]{6}|[\da-f]{3})$/i;
const MAX = 0xffffff;

/** Returns the color as `#rrggbb`, as color inputs need it; `null` for other text. */
export function fullColor(text: string): string | null {
  const color = text.trim().toLowerCase();
  if (!COLOR.test(color)) return null;
  return color.length === 7 ? color : color.replaceAll(/[\da-f]/g, '$&$&');
}

/** Returns the number 0xRRGGBB of a color; `null` for other text. */
export function colorNumber(text: string): number | null {
  const color = fullColor(text);
  return color === null ? null : Number.parseInt(color.slice(1), 16);
}

/** Returns the color of a number as `#rrggbb`; `null` for numbers that are none, and other values. */
export function colorText(value: JsonValue): string | null {
  const color = isNumber(value) ? Number(value) : NaN;
  if (!Number.isInteger(color) || color < 0 || color > MAX) return null;
  return `#${color.toString(16).padStart(6, '0')}`;
}
