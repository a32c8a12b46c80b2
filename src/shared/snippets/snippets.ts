import { z } from 'zod/mini';
import { foldedName, type NamedText, type NamedTextProblem } from '@/domains/curated/named-texts';
import { t } from '@/lib/i18n/messages';
import { defineSetting } from '@/lib/settings/setting';
import { json } from '@/lib/settings/setting-schemas';

const Snippet = z.object({ id: z.string(), name: z.string(), text: z.string() });

/** Longest texts in UTF-16 units, and most snippets. */
export const SNIPPET_LIMITS = { name: 60, text: 10_000, count: 200 };

/** Those of earlier versions. Now they are curated records, which a gateway keeps for all browsers (decision 120). */
export const snippetsSetting = defineSetting<readonly NamedText[]>('snippets', {
  schema: json((stored) => z.array(Snippet).parse(stored)),
  default: [],
});

/** Returns why a snippet cannot be saved; `null` if it can. */
export function snippetProblem(snippets: readonly NamedText[], { id, name, text }: NamedText): NamedTextProblem | null {
  const others = snippets.filter((snippet) => snippet.id !== id);
  if (name === '') return { in: 'name', message: t('A name is required.') };
  if (others.some((other) => foldedName(other.name) === foldedName(name))) {
    return { in: 'name', message: t('Another snippet has this name.') };
  }
  if (text.trim() === '') return { in: 'text', message: t('A text is required.') };
  if (others.length < SNIPPET_LIMITS.count) return null;
  return {
    in: null,
    message: t('At most {count, plural, one {# snippet} other {# snippets}} can be saved.', {
      count: SNIPPET_LIMITS.count,
    }),
  };
}
