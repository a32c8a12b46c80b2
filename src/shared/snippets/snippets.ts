import { z } from 'zod/mini';
import { defineSetting } from '@/lib/settings/setting';
import { json } from '@/lib/settings/setting-schemas';

const Snippet = z.object({ id: z.string(), name: z.string(), text: z.string() });

/** A piece of a prompt that the user saved under a name. */
export type Snippet = z.infer<typeof Snippet>;

/** Longest texts in UTF-16 units, and most snippets: browsers store about 5 MB of text per site. */
export const SNIPPET_LIMITS = { name: 60, text: 10_000, count: 200 };

/** Those of earlier versions. Now they are curated records, which a gateway keeps for all browsers (decision 120). */
export const snippetsSetting = defineSetting<readonly Snippet[]>('snippets', {
  schema: json((stored) => z.array(Snippet).parse(stored)),
  default: [],
});

export function inNameOrder(snippets: readonly Snippet[]): Snippet[] {
  return snippets.toSorted((left, right) => left.name.localeCompare(right.name));
}

/** Returns why a snippet cannot be saved; `null` if it can. */
export function snippetProblem(snippets: readonly Snippet[], { id, name, text }: Snippet): string | null {
  const others = snippets.filter((snippet) => snippet.id !== id);
  if (name === '') return 'A name is required.';
  if (text.trim() === '') return 'A text is required.';
  if (others.some((other) => folded(other.name) === folded(name))) return 'Another snippet has this name.';
  return others.length >= SNIPPET_LIMITS.count ? `At most ${SNIPPET_LIMITS.count} snippets can be saved.` : null;
}

/** Returns the snippets whose name contains the query, first those where it begins the name or a word of it. */
export function matchingSnippets(snippets: readonly Snippet[], query: string): Snippet[] {
  const wanted = folded(query);
  const rank = ({ name }: Snippet) => {
    const at = folded(name).indexOf(wanted);
    if (at <= 0) return at;
    return /[\p{L}\p{N}]/u.test(folded(name).charAt(at - 1)) ? 2 : 1;
  };
  return snippets.filter((snippet) => rank(snippet) >= 0).toSorted((left, right) => rank(left) - rank(right));
}

function folded(name: string): string {
  return name.trim().toLowerCase();
}
