import { isNumber } from '@contract/json/json-values';
import type { JsonValue } from '@contract/json/lossless';
import { sizeText } from '@contract/console/search-fields';
import { MAX_SEARCH_TEXT, MAX_SEARCH_WORDS, type SearchField } from '@contract/console/search-terms';
import { modelName } from '@/domains/generation-inputs/a1111-text';
import type { MainRole } from '@/domains/generation-inputs/main-sources';
import { valueText } from './value-text';

/** A value, and what its input means for the result; `null` for inputs that mean nothing of that kind. */
export interface SearchedValue {
  role: MainRole | null;
  value: JsonValue;
}

const FIELDS: Partial<Record<MainRole, SearchField>> = {
  positive: 'prompt',
  negative: 'negative',
  model: 'model',
  lora: 'model',
  vae: 'model',
  seed: 'seed',
  width: 'size',
  height: 'size',
};

/** Gateways do not search for shorter numbers: every workflow has them. */
const MIN_DIGITS = 4;

/** Returns the text that finds jobs and files with these values; `null` if no search finds them. */
export function searchForValues(values: readonly SearchedValue[]): string | null {
  const parts: string[] = [];
  let size = 0;
  let words = 0;
  for (const part of partsOf(values)) {
    const text = part.text.slice(0, MAX_SEARCH_TEXT);
    const count = part.isTerm ? 1 : text.split(/\s+/).length;
    if (parts.includes(text)) continue;
    if (size + text.length > MAX_SEARCH_TEXT || words + count > MAX_SEARCH_WORDS) break;
    size += text.length + 1;
    words += count;
    parts.push(text);
  }
  return parts.length === 0 ? null : parts.join(' ');
}

function* partsOf(values: readonly SearchedValue[]): Iterable<{ text: string; isTerm: boolean }> {
  for (let at = 0; at < values.length; at += 1) {
    const { role, value } = values[at] ?? { role: null, value: null };
    const next = values[at + 1];
    const field = role && FIELDS[role];
    if (role === 'width' && next?.role === 'height') {
      yield { text: `size:${sizeText(value, next.value)}`, isTerm: true };
      at += 1;
    } else if (field) {
      const text = termText(field, field === 'model' ? modelName(valueText(value)) : valueText(value));
      if (text !== null) yield { text, isTerm: true };
    } else {
      const text = plainText(value);
      if (text !== null) yield { text, isTerm: false };
    }
  }
}

function termText(field: SearchField, value: string): string | null {
  // A quotation mark would end the term: the longest part without one is searched for.
  const [longest = ''] = value.split('"').toSorted((left, right) => right.length - left.length);
  const text = longest.trim().replaceAll(/\s+/g, ' ');
  if (text === '') return null;
  return /\s/.test(text) ? `${field}:"${cut(text, MAX_SEARCH_TEXT - field.length - 3)}"` : `${field}:${text}`;
}

function plainText(value: JsonValue): string | null {
  if (isNumber(value)) return valueText(value).length < MIN_DIGITS ? null : valueText(value);
  if (typeof value === 'boolean' || value === null || Array.isArray(value)) return null;
  const words = valueText(value).trim().split(/\s+/).slice(0, MAX_SEARCH_WORDS);
  const text = cut(words.join(' '), MAX_SEARCH_TEXT);
  return text === '' || text.startsWith('{') ? null : text;
}

/** Cuts between words: parts of them may find too much. */
function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  const start = text.slice(0, most + 1);
  const end = start.lastIndexOf(' ');
  return end > 0 ? start.slice(0, end) : text.slice(0, most);
}
