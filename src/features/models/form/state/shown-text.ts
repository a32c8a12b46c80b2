import { isObject } from '@contract/json/json-values';
import { parseJson, JsonSyntaxError, type JsonValue } from '@contract/json/lossless';
import { bodyText, type Body } from '../../schema/body';
import type { FormSession } from './form-session';

/**
 * An image as base64 is a line of millions of characters, which freezes text areas. The displayed text has placeholders
 * for such values, which are restored when the text is parsed, so nothing is lost.
 */
const LONG = 4000;
const NAME = /^⟨text (\d+) of [\d,]+ characters⟩$/;

/** Returns the body as the JSON view shows it. */
export function shownText(body: Body): string {
  const long = longTexts(body.value);
  if (long.length === 0) return bodyText(body);
  const names = new Map(long.map((text, index) => [text, nameOf(text, index)]));
  return bodyText({ ...body, value: mapStrings(body.value, (text) => names.get(text) ?? text) });
}

/** @param before the value whose text was shown. @throws JsonSyntaxError with the place. */
export function readShownText(text: string, before: JsonValue): Body {
  const value = parseJson(text);
  const source = { text, value };
  if (!text.includes('⟨text ')) return { value, source };
  const long = longTexts(before);
  const restored = mapStrings(value, (item) => {
    const index = Number(NAME.exec(item)?.[1]) - 1;
    const original = long[index];
    return original !== undefined && nameOf(original, index) === item ? original : item;
  });
  return { value: restored, source };
}

/** In every language the same, since it is read again. */
function nameOf(text: string, index: number): string {
  return `⟨text ${index + 1} of ${text.length.toLocaleString('en')} characters⟩`;
}

/** Returns each long text once, in body order. */
function longTexts(value: JsonValue): string[] {
  const found = new Set<string>();
  mapStrings(value, (text) => {
    if (text.length > LONG) found.add(text);
    return text;
  });
  return [...found];
}

/** Returns the same object if it contains no changed text, so that its source text is preserved. */
function mapStrings(value: JsonValue, change: (text: string) => string): JsonValue {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) {
    const items = value.map((item) => mapStrings(item, change));
    return items.every((item, index) => item === value[index]) ? value : items;
  }
  if (!isObject(value)) return value;
  const properties = Object.entries(value).map(([name, item]) => [name, mapStrings(item, change)] as const);
  // `fromEntries` creates an own property, even for `__proto__`.
  return properties.every(([name, item]) => item === value[name]) ? value : Object.fromEntries(properties);
}

/** Applies an edit in the JSON view. @param text whole text of the JSON view */
export function editText(session: FormSession, text: string): void {
  try {
    session.take(readShownText(text, session.store.getState().body.value));
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    session.setUnread({ text, message: error.message, offset: error.offset });
  }
}
