import { walkJson } from '@/shared/json-tree/walk-json';
import type { JsonPath } from '@/shared/json-tree/json-path';
import type { JsonObject, JsonValue } from '@contract/json/lossless';
import { readInline } from './base64';
import { isEchoPath, nearestName, plainName } from './media-keys';

/** Human-readable text that a model wrote. */
export interface FoundText {
  path: JsonPath;
  text: string;
  /** Whether it is the model's reasoning instead of its answer. */
  isReasoning: boolean;
}

const MAX_TEXTS = 200;

/** `content[].text`, `choices[].message.content`, `candidates[].content.parts[].text` and similar. */
const ANSWER_NAME =
  /^(?:text|outputtext|generatedtext|content|completion|response|answer|transcript|transcription|translation|caption|summary|output|result|lyrics|revisedprompt|message)$/;
const REASONING_NAME = /^(?:reasoning|reasoningcontent|thinking|thoughts?|thought)$/;
/** `message` also occurs in errors, and a revised prompt beside an image. */
const WEAK_NAME = /^(?:message|revisedprompt|output|result|response)$/;

/**
 * Returns the texts of a response, in its order. @param hasMedia beside media, only returns text that is clearly meant
 * to be read
 */
export function findTexts(response: JsonValue, hasMedia: boolean): FoundText[] {
  if (typeof response === 'string')
    return response.trim() === '' ? [] : [{ path: [], text: response, isReasoning: false }];
  const found: FoundText[] = [];
  for (const { value, path, owner } of walkJson(response)) {
    if (typeof value !== 'string' || found.length >= MAX_TEXTS) continue;
    const name = plainName(nearestName(path));
    const isReasoning = REASONING_NAME.test(name) || owner?.['thought'] === true;
    if (!isReasoning && !ANSWER_NAME.test(name)) continue;
    if (hasMedia && WEAK_NAME.test(name)) continue;
    if (value.trim() === '' || isEchoPath(path) || isLink(value) || readInline(value) || isErrorText(owner)) continue;
    found.push({ path: [...path], text: value, isReasoning });
  }
  const strong = found.filter(({ path }) => !WEAK_NAME.test(plainName(nearestName(path))));
  return withoutRepeats(strong.length > 0 ? strong : found);
}

/** Some responses contain a text twice, such as `output_text` beside its parts. */
function withoutRepeats(texts: readonly FoundText[]): FoundText[] {
  return texts.filter(({ text }, index) => texts.findIndex((other) => other.text === text) === index);
}

function isLink(text: string): boolean {
  return /^(?:https?|gs|s3):\/\/\S+$/i.test(text);
}

function isErrorText(owner: JsonObject | null): boolean {
  return owner !== null && ('code' in owner || 'error' in owner) && 'message' in owner;
}
