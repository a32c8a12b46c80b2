import { isObject } from '@contract/json/json-values';
import { parseJson, stringifyJson, type JsonValue } from '@contract/json/lossless';
import { drawWildcards, namedLists, type NamedList } from '@/domains/wildcards/draw-wildcards';
import { random64 } from '@/lib/seed';
import type { WildcardLists } from '@/domains/wildcards/wildcards';

/** URLs and files as texts. */
const URL_TEXT = /^[a-z][a-z\d+.-]*:\S*$/i;

/** Returns the input with one value of each wildcard list that its texts name, as it is sent. */
export function withDrawnLists(bodyText: string, lists: WildcardLists): string {
  if (!bodyText.includes('__') || Object.keys(lists).length === 0) return bodyText;
  const body = parseJson(bodyText);
  const drawn = mapTexts(body, (text) => drawWildcards(text, lists, random64));
  const text = stringifyJson(drawn);
  return text === stringifyJson(body) ? bodyText : text;
}

/** Returns the lists that the texts of an input name. */
export function listsOfBody(bodyText: string, lists: WildcardLists): NamedList[] {
  if (!bodyText.includes('__')) return [];
  const found = new Map<string, NamedList>();
  mapTexts(parseJson(bodyText), (text) => {
    for (const list of namedLists(text, lists)) found.set(list.name, list);
    return text;
  });
  return [...found.values()];
}

function mapTexts(value: JsonValue, change: (text: string) => string): JsonValue {
  if (typeof value === 'string') return URL_TEXT.test(value) ? value : change(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, mapTexts(item, change)]));
}
