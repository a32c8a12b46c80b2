/** What a search of jobs looks for. Shared by gateway and console, so that both find the same. */
export interface SearchTerms {
  /** Lower case. Each word must occur in the text of the job. */
  words: readonly string[];
  inputs: readonly InputTerm[];
}

/** A condition on one kind of generation input, such as `seed:42`. */
export interface InputTerm {
  field: SearchField;
  /** Text that must occur in the searchable text of the field (`search-fields.ts`). */
  needle: string;
}

/** A search is at most this long, in characters and in words. */
export const MAX_SEARCH_TEXT = 200;
export const MAX_SEARCH_WORDS = 10;

export const SEARCH_FIELDS = ['prompt', 'negative', 'model', 'seed', 'size'] as const;
export type SearchField = (typeof SEARCH_FIELDS)[number];

/** Shorter starts of seeds would be those of too many. */
const MIN_SEED_START = 6;
const TERM = /(?<field>prompt|negative|model|seed|size):(?:"(?<phrase>[^"]*)"?|(?<word>\S*))|\S+/y;

/** Parses search words: `fox prompt:"red fur" model:sdxl seed:42 size:1024x768`. A field without a value, as while typing, is ignored. */
export function readSearchTerms(text: string): SearchTerms {
  const words = new Set<string>();
  const inputs = new Map<string, InputTerm>();
  for (const token of tokensOf(text.toLowerCase())) {
    const { field: name, phrase, word } = token.groups ?? {};
    const field = SEARCH_FIELDS.find((known) => known === name);
    const value = (phrase ?? word ?? '').trim().replaceAll(/\s+/g, ' ');
    if (!field) words.add(token[0]);
    else if (value !== '') inputs.set(token[0], { field, needle: needleOf(field, value) });
  }
  return { words: [...words], inputs: [...inputs.values()] };
}

function* tokensOf(text: string): Generator<RegExpExecArray> {
  for (let at = 0; at < text.length; at += 1) {
    if (/\s/.test(text.charAt(at))) continue;
    TERM.lastIndex = at;
    const token = TERM.exec(text);
    if (!token) continue;
    yield token;
    at = TERM.lastIndex - 1;
  }
}

/** Values of seeds and sizes are lines of their text, prompts and models are searched for any part. */
function needleOf(field: SearchField, value: string): string {
  if (field === 'size') return `\n${value.replaceAll(/[×*]/g, 'x')}\n`;
  if (field === 'seed') return value.length < MIN_SEED_START ? `\n${value}\n` : `\n${value.replace(/…$/, '')}`;
  return value;
}
