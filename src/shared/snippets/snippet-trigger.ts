import type { NamedTextKind } from '@/domains/curated/named-texts';

/** Opens the snippets at the start of a word. */
const SNIPPETS = '/';
/** Opens the wildcard lists anywhere, since their names may be part of a word. */
const LISTS = '__';

const MAX_QUERY = 60;

export interface Trigger {
  of: NamedTextKind;
  /** Position of its first character. */
  start: number;
  /** What is typed after it. */
  query: string;
}

/** Returns what opens a menu right before the caret, with what is typed after it; `null` if there is nothing. */
export function findTrigger(text: string, caret: number): Trigger | null {
  const word = /(?:^|[\s([{,;])\/([^\s/]*)$/.exec(text.slice(Math.max(0, caret - MAX_QUERY), caret))?.[1];
  if (word !== undefined) return { of: 'snippet', start: caret - word.length - SNIPPETS.length, query: word };
  const list = openListName(text.slice(0, caret));
  return list === null ? null : { of: 'wildcard', start: caret - list.length - LISTS.length, query: list };
}

/** Underscores of names that are complete close them, so every other pair opens one. */
function openListName(before: string): string | null {
  const parts = before.slice(before.lastIndexOf('\n') + 1).split(LISTS);
  const last = parts.at(-1) ?? '';
  return parts.length % 2 === 0 && /^[a-z\d][\w./-]*$|^$/i.test(last) ? last : null;
}

/** Returns true if typing this character right before the caret opens a menu. */
export function isTriggerEnd(char: string | null, { of, query }: Trigger): boolean {
  return query === '' && char === (of === 'snippet' ? SNIPPETS : '_');
}
