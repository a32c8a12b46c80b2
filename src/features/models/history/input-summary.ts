import { parseJson, type JsonValue } from '@contract/json/lossless';
import type { JsonPath } from '@/shared/json-tree/json-path';
import { isJsonObject, walkJson } from '@/shared/json-tree/walk-json';
import { nearestName, plainName } from '../result/media-keys';

const MAX_CHARS = 160;
/** What people know a run by. */
const WORDS_NAME = /^(?:prompt|text|input|query|content|message|instruction|positiveprompt|lyrics)$/;

/** What was asked for, in its own words; empty where there are none. */
export function inputSummary(bodyText: string): string {
  let body: JsonValue;
  try {
    body = parseJson(bodyText);
  } catch {
    return '';
  }
  if (!isJsonObject(body)) return '';
  const words: { value: string; path: JsonPath }[] = [];
  for (const { value, path } of walkJson(body)) {
    if (typeof value === 'string' && value.trim() !== '') words.push({ value, path: [...path] });
  }
  const named = words.filter(({ path }) => WORDS_NAME.test(plainName(nearestName(path))));
  const top = named.find(({ path }) => path.length === 1);
  // Of a conversation the last words are the new ones.
  const found = top ?? named.at(-1) ?? words.find(({ value }) => value.includes(' '));
  const text = found?.value.replaceAll(/\s+/g, ' ').trim() ?? '';
  return text.length > MAX_CHARS ? `${text.slice(0, MAX_CHARS)}…` : text;
}
