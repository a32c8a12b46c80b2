import { isObject } from '@contract/json/json-values';
import type { JsonValue } from '@contract/json/lossless';

/**
 * An image as base64 is a line of millions of characters, which freezes text areas. JSON views show placeholders for such values,
 * which are restored when the text is read, so nothing is lost.
 */
const LONG = 4000;
const NAME = /^⟨text (\d+) of [\d,]+ characters⟩$/;
const START = '⟨text ';

/** Returns the value with placeholders for its long texts; the same object if it has none. */
export function withoutLongTexts(value: JsonValue): JsonValue {
  const long = longTexts(value);
  if (long.length === 0) return value;
  const names = new Map(long.map((text, index) => [text, nameOf(text, index)]));
  return mapTexts(value, (text) => names.get(text) ?? text);
}

/** Returns true if a text may contain a placeholder. */
export function mayLackLongTexts(text: string): boolean {
  return text.includes(START);
}

/** Restores the long texts. @param before the value whose placeholders were shown. Returns the same object if it has none */
export function withLongTexts(value: JsonValue, before: JsonValue): JsonValue {
  const long = longTexts(before);
  return mapTexts(value, (text) => {
    const index = Number(NAME.exec(text)?.[1]) - 1;
    const original = long[index];
    return original !== undefined && nameOf(original, index) === text ? original : text;
  });
}

/** In every language the same, since it is read again. */
function nameOf(text: string, index: number): string {
  return `${START}${index + 1} of ${text.length.toLocaleString('en')} characters⟩`;
}

/** Returns each long text once, in order. */
function longTexts(value: JsonValue): string[] {
  const found = new Set<string>();
  mapTexts(value, (text) => {
    if (text.length > LONG) found.add(text);
    return text;
  });
  return [...found];
}

/** Returns the same object if it contains no changed text, so that its source text is preserved. */
function mapTexts(value: JsonValue, change: (text: string) => string): JsonValue {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) {
    const items = value.map((item) => mapTexts(item, change));
    return items.every((item, index) => item === value[index]) ? value : items;
  }
  if (!isObject(value)) return value;
  const properties = Object.entries(value).map(([name, item]) => [name, mapTexts(item, change)] as const);
  // `fromEntries` creates an own property, even for `__proto__`.
  return properties.every(([name, item]) => item === value[name]) ? value : Object.fromEntries(properties);
}
