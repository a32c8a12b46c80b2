import { parseJson, type JsonValue } from '@contract/json/lossless';
import type { JsonPath } from '@/shared/json-tree/json-path';
import { isJsonObject, walkJson } from '@/shared/json-tree/walk-json';
import { nearestName, plainName } from '../result/parse/media-keys';

const MAX_CHARS = 160;
/** Names of inputs whose text identifies a run best. */
const TEXT_INPUT_NAME = /^(?:prompt|text|input|query|content|message|instruction|positiveprompt|lyrics)$/;

/** Returns the prompt or the most similar text of an input, truncated; an empty string if there is none. */
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
  const named = words.filter(({ path }) => TEXT_INPUT_NAME.test(plainName(nearestName(path))));
  const top = named.find(({ path }) => path.length === 1);
  // In a conversation, the last message is the new one.
  const found = top ?? named.at(-1) ?? words.find(({ value }) => value.includes(' '));
  const text = found?.value.replaceAll(/\s+/g, ' ').trim() ?? '';
  return text.length > MAX_CHARS ? `${text.slice(0, MAX_CHARS)}…` : text;
}
