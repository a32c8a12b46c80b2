import { LosslessNumber, type JsonValue } from '../json/lossless';
import { isJsonObject } from './graph';
import type { InputKind } from './node-definitions';

/**
 * Converts literals as ComfyUI does before it checks bounds: Python's `int`, `float`, `str` and `bool`, by input type
 * (`validate_inputs` in its `execution.py`).
 */

/** Integers as Python's `int()` parses them; digits may be grouped by single underscores. */
const INTEGER_TEXT = /^\s*([+-]?\d(?:_?\d)*)\s*$/;
const FLOAT_TEXT = /^\s*([+-]?(?:\d(?:_?\d)*(?:\.(?:\d(?:_?\d)*)?)?|\.\d(?:_?\d)*)(?:e[+-]?\d(?:_?\d)*)?)\s*$/i;
const NON_FINITE_TEXT = /^\s*([+-]?)(?:inf(?:inity)?|nan)\s*$/i;
const INTEGER = /^-?\d+$/;

/** Unwraps a literal list, written as `{"__value__": [...]}` since a plain list is a link. */
export function unwrapLiteral(value: JsonValue): JsonValue {
  if (!isJsonObject(value) || !Object.hasOwn(value, '__value__')) return value;
  return value['__value__'] ?? null;
}

/**
 * Returns the value that a node gets for a literal.
 * @returns `null` if ComfyUI cannot convert it; `{ value }` otherwise, unchanged for inputs that it does not convert
 */
export function coerceLiteral(literal: JsonValue, kind: InputKind): { value: JsonValue } | null {
  const value = unwrapLiteral(literal);
  switch (kind) {
    case 'int':
      return toInteger(value);
    case 'float':
      return toFloat(value);
    case 'string':
      return { value: pythonText(value) };
    case 'boolean':
      return { value: isTruthy(value) };
    case 'combo':
    case 'link':
      return { value };
  }
}

function toInteger(value: JsonValue): { value: JsonValue } | null {
  if (typeof value === 'boolean') return { value: value ? 1 : 0 };
  if (typeof value === 'string') {
    const digits = INTEGER_TEXT.exec(value)?.[1];
    return digits === undefined ? null : { value: integerOf(digits.replaceAll('_', '')) };
  }
  if (typeof value !== 'number' && !(value instanceof LosslessNumber)) return null;
  const raw = String(value);
  if (INTEGER.test(raw)) return { value };
  const whole = Math.trunc(Number(raw));
  return Number.isFinite(whole) ? { value: integerOf(BigInt(whole).toString()) } : null;
}

function toFloat(value: JsonValue): { value: JsonValue } | null {
  if (typeof value === 'boolean') return { value: value ? 1 : 0 };
  if (typeof value === 'string') {
    const digits = FLOAT_TEXT.exec(value)?.[1];
    // JSON cannot represent them, and no node computes with them.
    if (digits === undefined) return NON_FINITE_TEXT.test(value) ? { value } : null;
    return { value: Number(digits.replaceAll('_', '')) };
  }
  if (typeof value !== 'number' && !(value instanceof LosslessNumber)) return null;
  return Number.isFinite(Number(value)) ? { value } : null;
}

/** Seeds reach 2^64 - 1: digits that a double cannot represent stay text. */
function integerOf(digits: string): JsonValue {
  const plain = BigInt(digits);
  const number = Number(plain);
  return Number.isSafeInteger(number) ? number : new LosslessNumber(plain.toString());
}

function isTruthy(value: JsonValue): boolean {
  if (value instanceof LosslessNumber) return value.toNumber() !== 0;
  if (Array.isArray(value)) return value.length > 0;
  if (isJsonObject(value)) return Object.keys(value).length > 0;
  return Boolean(value);
}

/** Formats a JSON value as Python's `str()` does. */
export function pythonText(value: JsonValue): string {
  return typeof value === 'string' ? value : pythonLiteral(value);
}

function pythonLiteral(value: JsonValue): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value === 'string') return pythonQuoted(value);
  if (Array.isArray(value)) return `[${value.map(pythonLiteral).join(', ')}]`;
  if (isJsonObject(value)) {
    const properties = Object.entries(value).map(
      ([key, property]) => `${pythonQuoted(key)}: ${pythonLiteral(property)}`,
    );
    return `{${properties.join(', ')}}`;
  }
  return String(value);
}

function pythonQuoted(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  const escaped = text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\r', '\\r').replaceAll('\t', '\\t');
  return quote + (quote === "'" ? escaped.replaceAll("'", "\\'") : escaped) + quote;
}
