import { isNumber } from '@contract/json/json-values';
import { JsonSyntaxError, numberFromText, parseJson, stringifyJson, type JsonValue } from '@contract/json/lossless';
import { t } from '@/lib/i18n/messages';
import { decimalText, integerText } from '@/lib/number-text';
import { colorNumber, colorText } from './color-text';

/** `color_number`: a number that is shown as the color 0xRRGGBB. */
export type TextKind = 'integer' | 'decimal' | 'color_number' | 'json' | 'text';

/** Text of a control, stored while it differs from the text of its value, such as `5.` or an empty text. */
export interface TypedText {
  readonly text: string;
  /** Value that the text produced. If the value changes otherwise (undo, another control), the text is discarded. */
  readonly value: JsonValue | undefined;
  /** Why the text is not a value; `null` if it is one. */
  readonly problem: string | null;
}

/** Typed texts by the key of their field. */
export type TypedTexts = Readonly<Record<string, TypedText>>;

/** Parses a text with all digits; `problem` is the reason if it has no value. */
export function readTyped(kind: TextKind, text: string): { value: JsonValue } | { problem: string } {
  if (kind === 'text') return { value: text };
  if (text.trim() === '') return { problem: t('A value is missing.') };
  if (kind === 'json') return readJson(text);
  if (kind === 'color_number') return readColor(text);
  const number = kind === 'integer' ? integerText(text) : decimalText(text);
  if (number !== null) return { value: numberFromText(number) };
  return { problem: kind === 'integer' ? t('This is not a whole number.') : t('This is not a number.') };
}

function readColor(text: string): { value: JsonValue } | { problem: string } {
  const color = colorNumber(text);
  if (color !== null) return { value: color };
  const number = integerText(text);
  return number === null ? { problem: t('This is not a color, such as #1e90ff.') } : { value: numberFromText(number) };
}

function readJson(text: string): { value: JsonValue } | { problem: string } {
  try {
    return { value: parseJson(text) };
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    return { problem: t('Not valid JSON: {message}.', { message: error.message }) };
  }
}

/** Returns the text of a control: as typed, else that of its value. */
export function shownText(typed: TypedText | undefined, value: JsonValue | undefined, kind: TextKind): string {
  if (typed && typed.value === value) return typed.text;
  if (value === undefined) return '';
  if (kind === 'json') return stringifyJson(value, 2);
  return (kind === 'color_number' ? colorText(value) : null) ?? valueText(value);
}

/** Returns a value as text: strings unchanged, numbers as written, everything else as JSON. */
export function valueText(value: JsonValue): string {
  return typeof value === 'string' ? value : stringifyJson(value);
}

/** Parses a number, or returns the text itself: no input is lost, and validation reports it. */
export function numberOrText(text: string, isInteger: boolean): JsonValue {
  const read = (isInteger ? integerText(text) : null) ?? decimalText(text);
  return read === null ? text.trim() : numberFromText(read);
}

/** Discards the text on blur, so that a valid value is shown in its stored form. An invalid text stays. */
export function settleText(typed: TypedTexts, key: string): TypedTexts {
  return typed[key]?.problem === null ? withoutText(typed, key) : typed;
}

export function withoutText(typed: TypedTexts, key: string): TypedTexts {
  if (!(key in typed)) return typed;
  const { [key]: _left, ...rest } = typed;
  return rest;
}

/** Returns true if the text is a number that arrow keys can change. */
export function isNumberText(text: string, isInteger: boolean): boolean {
  return isNumber(numberOrText(text, isInteger));
}
