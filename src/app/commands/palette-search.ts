import { defaultFilter } from 'cmdk';

/** Letters strewn over a long title are no likeness. */
const MIN_SCORE = 0.03;
/** Less than a title that begins with what was typed, more than one that has its letters here and there. */
const WORDS_SCORE = 0.5;
/** A shorter start of an id fits too many jobs. */
const MIN_ID_START = 4;

const UUID = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/i;

/** The value of a job's entry in the palette. */
export function jobValue(id: string): string {
  return `job:${id}`;
}

/**
 * How well an entry fits what was typed, 0 for not at all. Entries are told apart by their value and found by their
 * words: the first is what they are called and may be typed with letters left out; of the others each typed word has to be
 * the start. A job is found by the start of its id, too.
 */
export function scoreOf(value: string, search: string, words: string[] = []): number {
  const typed = search.trim().toLowerCase();
  if (typed.length >= MIN_ID_START && value.startsWith(jobValue(typed))) return 1;
  const [name = '', ...more] = words;
  const score = defaultFilter?.(name, typed, []) ?? 0;
  return Math.max(score < MIN_SCORE ? 0 : score, startWords(typed, [name, ...more]) ? WORDS_SCORE : 0);
}

function startWords(typed: string, words: readonly string[]): boolean {
  const known = words.join(' ').toLowerCase().split(/\s+/);
  return typed.split(/\s+/).every((part) => known.some((word) => word.startsWith(part)));
}

/** The id of a job that a person typed or pasted, alone or in an address. @param isAsked any word will do: not all surfaces use UUIDs */
export function jobIdIn(text: string, isAsked: boolean): string | null {
  const uuid = UUID.exec(text)?.[0];
  if (uuid) return uuid.toLowerCase();
  if (!isAsked) return null;
  const typed = text.trim();
  const fromAddress = /\/jobs\/([^/?#\s]+)/.exec(typed)?.[1];
  if (fromAddress) return fromAddress;
  return /^[^\s/]+$/.test(typed) ? typed : null;
}
