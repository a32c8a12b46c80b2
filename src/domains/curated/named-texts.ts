import { listCurated, writeCurated } from './curated-records';

/** A text that the user saved under a name: a snippet, or a wildcard list with one value per line. */
export interface NamedText {
  id: string;
  name: string;
  text: string;
}

/** Why a text cannot be saved; `in`: what has to change for it, `null` if that is something else. */
export interface NamedTextProblem {
  in: 'name' | 'text' | null;
  message: string;
}

export type NamedTextKind = 'snippet' | 'wildcard';

/** In the order of their names. @throws StorageUnavailableError */
export async function listNamedTexts(kind: NamedTextKind): Promise<NamedText[]> {
  const records = await listCurated(kind);
  return inNameOrder(
    records.flatMap(({ id, fields: { name, text } }) =>
      typeof name === 'string' && typeof text === 'string' ? [{ id, name, text }] : [],
    ),
  );
}

/** Adds texts, or replaces those with their ids; all or none. @throws StorageUnavailableError */
export function putNamedTexts(kind: NamedTextKind, texts: readonly NamedText[]): Promise<void> {
  return writeCurated(
    kind,
    texts.map(({ id, name, text }) => ({ id, fields: { name, text } })),
  );
}

/** @throws StorageUnavailableError */
export function deleteNamedText(kind: NamedTextKind, id: string): Promise<void> {
  return writeCurated(kind, [{ id, fields: null }]);
}

export function inNameOrder(texts: readonly NamedText[]): NamedText[] {
  return texts.toSorted((left, right) => left.name.localeCompare(right.name));
}

/** Returns those whose name contains the query, first those where it begins the name or a word of it. */
export function matchingNames<Text extends Pick<NamedText, 'name'>>(texts: readonly Text[], query: string): Text[] {
  const wanted = foldedName(query);
  const rank = ({ name }: Text) => {
    const at = foldedName(name).indexOf(wanted);
    if (at <= 0) return at;
    return /[\p{L}\p{N}]/u.test(foldedName(name).charAt(at - 1)) ? 2 : 1;
  };
  return texts.filter((text) => rank(text) >= 0).toSorted((left, right) => rank(left) - rank(right));
}

export function foldedName(name: string): string {
  return name.trim().toLowerCase();
}
