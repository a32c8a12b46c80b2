import { isNumber } from '@contract/json/json-values';
import { parseJson, type JsonObject, type JsonValue } from '@contract/json/lossless';
import { readRequestInputs } from '@contract/workflow/generation-inputs/request-inputs';
import { mainTexts, otherChanges, valueText } from '@/shared/generation-inputs/value-text';
import type { JsonPath } from '@/shared/json-tree/json-path';
import { isJsonObject, walkJson } from '@/shared/json-tree/walk-json';
import { nearestName, plainName } from '../result/parse/media-keys';

const MAX_CHARS = 160;
/** Names of inputs whose text identifies a run best. */
const TEXT_INPUT_NAME = /^(?:prompt|text|input|query|content|message|instruction|positiveprompt|lyrics)$/;

/** Longer values are left out: a line has no room for them. */
const MAX_VALUE_CHARS = 24;
const MAX_VALUES = 5;

/** Returns the prompt or the most similar text of an input, truncated; without a text, its values. */
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
  if (text === '') return valuesLine(body);
  return text.length > MAX_CHARS ? `${text.slice(0, MAX_CHARS)}…` : text;
}

/** `seed 7 · 512 × 512 · strokes 2000` */
function valuesLine(body: JsonObject): string {
  const inputs = readRequestInputs(body, () => undefined);
  const others = otherChanges(inputs, true).flatMap(({ values }) =>
    values.flatMap(({ input, value }) => {
      const text = value !== null && typeof value === 'object' && !isNumber(value) ? null : valueText(value);
      return text === null || text.length > MAX_VALUE_CHARS ? [] : [`${input} ${text}`];
    }),
  );
  return [...mainTexts(inputs).map(({ text }) => text), ...others].slice(0, MAX_VALUES).join(' · ');
}
