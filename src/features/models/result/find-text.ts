import { walkJson } from '@/shared/json-tree/walk-json';
import type { JsonPath } from '@/shared/json-tree/json-path';
import type { JsonObject, JsonValue } from '@contract/json/lossless';
import { readInline } from './base64';
import { isEchoPath, nearestName, plainName } from './media-keys';

/** Something that a model wrote for people to read. */
export interface FoundText {
  path: JsonPath;
  text: string;
  /** What it thought on the way rather than what it answers. */
  isReasoning: boolean;
}

const MAX_TEXTS = 200;

/** `content[].text`, `choices[].message.content`, `candidates[].content.parts[].text` and their like. */
const ANSWER_NAME =
  /^(?:text|outputtext|generatedtext|content|completion|response|answer|transcript|transcription|translation|caption|summary|output|result|lyrics|revisedprompt|message)$/;
const REASONING_NAME = /^(?:reasoning|reasoningcontent|thinking|thoughts?|thought)$/;
/** `message` is said about failures, too, and a revised prompt stands beside a picture. */
const WEAK_NAME = /^(?:message|revisedprompt|output|result|response)$/;

/** What there is to read in an answer, in its order. @param hasMedia beside a picture only what is surely meant to be read */
export function findTexts(answer: JsonValue, hasMedia: boolean): FoundText[] {
  if (typeof answer === 'string') return answer.trim() === '' ? [] : [{ path: [], text: answer, isReasoning: false }];
  const found: FoundText[] = [];
  for (const { value, path, owner } of walkJson(answer)) {
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

/** Some answer in two places at once, such as `output_text` beside its parts. */
function withoutRepeats(texts: readonly FoundText[]): FoundText[] {
  return texts.filter(({ text }, index) => texts.findIndex((other) => other.text === text) === index);
}

function isLink(text: string): boolean {
  return /^(?:https?|gs|s3):\/\/\S+$/i.test(text);
}

function isErrorText(owner: JsonObject | null): boolean {
  return owner !== null && ('code' in owner || 'error' in owner) && 'message' in owner;
}
