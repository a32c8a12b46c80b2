import { andList } from '@/lib/i18n/word-lists';
import { t } from '@/lib/i18n/messages';
import { compiledList, type WildcardLists } from './wildcards';
import { findListReferences } from './wildcard-syntax';

/** A list that a text names, as far as a single run uses it. */
export interface NamedList {
  name: string;
  /** Why its name is sent as written; `null` if a run takes one of its values. */
  problem: string | null;
  /** Different runs can get different values. */
  varies: boolean;
}

/**
 * Returns the lists that a text names, each once. A saved list counts wherever its name is; an unknown name only if it is no part of
 * a longer word, such as of a file name.
 */
export function namedLists(text: string, lists: WildcardLists): NamedList[] {
  const found = new Map<string, NamedList>();
  for (const { name, start, end } of findListReferences(text)) {
    const isKnown = Object.hasOwn(lists, name);
    const isInWord = /[\p{L}\p{N}_]/u.test(text.charAt(start - 1) + text.charAt(end));
    if (found.has(name) || (!isKnown && isInWord)) continue;
    const result = isKnown
      ? compiledList(name, lists)
      : { problem: t('There is no wildcard list “{name}”.', { name }) };
    found.set(
      name,
      'problem' in result
        ? { name, problem: result.problem, varies: false }
        : { name, problem: null, varies: result.count > 1n },
    );
  }
  return [...found.values()];
}

/** At most four names as texts write them: `__color__, __animal__ and __mood__`. */
export function listNamesText(lists: readonly Pick<NamedList, 'name'>[]): string {
  return andList(
    lists.map(({ name }) => `__${name}__`),
    4,
  );
}

/**
 * Replaces each name of a saved list by one of its values. Everything else stays as it is written, also braces, which are text in many
 * inputs, and lists without values, which `namedLists` reports.
 * @param random 64 bits
 */
export function drawWildcards(text: string, lists: WildcardLists, random: () => bigint): string {
  let drawn = '';
  let at = 0;
  for (const { name, start, end } of findListReferences(text)) {
    const list = Object.hasOwn(lists, name) ? compiledList(name, lists) : { problem: '' };
    drawn += text.slice(at, start) + ('draw' in list ? list.draw(random) : text.slice(start, end));
    at = end;
  }
  return drawn + text.slice(at);
}

/** Returns true if a run can send the text as this: values of lists stand where their names are, the rest is the same. */
export function canBeDrawn(text: string, lists: WildcardLists, drawn: string): boolean {
  let from = 0;
  let at = 0;
  for (const { name, start, end } of findListReferences(text)) {
    if (!Object.hasOwn(lists, name) || 'problem' in compiledList(name, lists)) continue;
    const between = text.slice(at, start);
    const found = at === 0 ? (drawn.startsWith(between) ? 0 : -1) : drawn.indexOf(between, from);
    if (found < 0) return false;
    from = found + between.length;
    at = end;
  }
  const rest = text.slice(at);
  return at === 0 ? drawn === text : drawn.length - rest.length >= from && drawn.endsWith(rest);
}
