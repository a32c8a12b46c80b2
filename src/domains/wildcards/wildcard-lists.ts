import { queryOptions } from '@tanstack/react-query';
import { msg, t } from '@/lib/i18n/messages';
import { foldedName, listNamedTexts, type NamedText, type NamedTextProblem } from '../curated/named-texts';
import { isListName } from './wildcard-syntax';
import { listValues, type WildcardLists } from './wildcards';

/**
 * Lists of values that the user saved under a name, one value per line: `__name__` in a text stands for one of them. Curated records
 * (decision 120), so a gateway keeps them for all browsers.
 */

/** Longest texts in UTF-16 units, and most lists. */
export const LIST_LIMITS = { name: 60, text: 500_000, count: 500 };

/** In the order of their names. Without storage there are none. */
export function wildcardListsQuery() {
  return queryOptions({
    queryKey: ['device.wildcards'],
    queryFn: () => listNamedTexts('wildcard').catch(() => []),
    staleTime: 0,
    retry: false,
  });
}

/** Returns the lists by name. Without storage there are none. */
export async function readWildcardLists(): Promise<WildcardLists> {
  return listsByName(await listNamedTexts('wildcard').catch(() => []));
}

/** Returns the lists by the names that texts use. */
export function listsByName(lists: readonly NamedText[]): WildcardLists {
  return Object.fromEntries(usableLists(lists).map(({ name, text }) => [name, text]));
}

/** Returns the lists that texts can use. Of those that two browsers gave the same name, it is one. */
export function usableLists<List extends Pick<NamedText, 'id' | 'name'>>(lists: readonly List[]): List[] {
  const used = new Map<string, string>();
  for (const { id, name } of lists) if (isListName(name) && id <= (used.get(name) ?? id)) used.set(name, id);
  return lists.filter(({ id, name }) => used.get(name) === id);
}

/** Returns why a list cannot be saved; `null` if it can. */
export function listProblem(lists: readonly NamedText[], { id, name, text }: NamedText): NamedTextProblem | null {
  const others = lists.filter((list) => list.id !== id);
  if (name === '') return { in: 'name', message: t('A name is required.') };
  if (!isListName(name)) return { in: 'name', message: t(NAME_RULE) };
  if (others.some((other) => foldedName(other.name) === foldedName(name))) {
    return { in: 'name', message: t('Another list has this name.') };
  }
  if (listValues(text).length === 0) return { in: 'text', message: t('At least one value is required.') };
  if (others.length < LIST_LIMITS.count) return null;
  return { in: null, message: t('At most {count} lists can be saved.', { count: LIST_LIMITS.count }) };
}

const NAME_RULE = msg('A name has letters from a to z and digits, with single - _ . or / between them.');

/** Returns why texts do not use a saved list; `null` if they do. */
export function unusedReason(lists: readonly NamedText[], { id, name }: NamedText): string | null {
  if (!isListName(name)) return t('Not used: “{name}” cannot be typed as the name of a list. Rename it.', { name });
  const isUsed = lists.every((other) => other.name !== name || other.id >= id);
  return isUsed ? null : t('Not used: another list has this name. Rename it.');
}
