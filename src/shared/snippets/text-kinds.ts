import type { Change } from '@/api/live/stale-table';
import type { NamedText, NamedTextKind, NamedTextProblem } from '@/domains/curated/named-texts';
import { LIST_LIMITS, listProblem, unusedReason, wildcardListsQuery } from '@/domains/wildcards/wildcard-lists';
import { listValues } from '@/domains/wildcards/wildcards';
import { formatCount } from '@/lib/format';
import { snippetsQuery } from './snippet-records';
import { SNIPPET_LIMITS, snippetProblem } from './snippets';

/** How the dialog shows and changes texts of a kind. */
interface TextKind {
  /** Title of the list. */
  title: string;
  noun: string;
  newTitle: string;
  /** Title while a given text is saved. */
  saveTitle: string;
  /** Label of the text, and what stands beside it. */
  label: string;
  note: (text: string) => string | undefined;
  nameHint: (name: string) => string | undefined;
  /** What stands below the name in the list. */
  summary: (text: string) => string;
  /** Shown while there are none. */
  none: string;
  limits: { name: number; text: number };
  query: () => ReturnType<typeof snippetsQuery>;
  change: Change;
  problem: (texts: readonly NamedText[], text: NamedText) => NamedTextProblem | null;
  /** Why a stored one has no effect. */
  unused: (texts: readonly NamedText[], text: NamedText) => string | null;
}

export const TEXT_KINDS: Readonly<Record<NamedTextKind, TextKind>> = {
  snippet: {
    title: 'Snippets',
    noun: 'snippet',
    newTitle: 'New snippet',
    saveTitle: 'Save as snippet',
    label: 'Text',
    note: () => undefined,
    nameHint: () => undefined,
    summary: (text) => text,
    none: 'Save parts of prompts that you use often: select one in a prompt, then open the snippets menu beside it.',
    limits: SNIPPET_LIMITS,
    query: snippetsQuery,
    change: 'changeSnippets',
    problem: snippetProblem,
    unused: () => null,
  },
  wildcard: {
    title: 'Wildcard lists',
    noun: 'list',
    newTitle: 'New wildcard list',
    saveTitle: 'New wildcard list',
    label: 'Values',
    note: (text) => `one per line · ${formatCount(listValues(text).length, 'value')}`,
    nameHint: (name) => `Write __${name || 'name'}__ in a prompt. Each run replaces it with one of these values.`,
    summary: (text) => `${formatCount(listValues(text).length, 'value')}: ${listValues(text).slice(0, 20).join(', ')}`,
    none: 'A wildcard list has a name and one value per line. Write its name between double underscores in a prompt, such as __color__. Each run replaces it with one of the values; a sweep can use all of them.',
    limits: LIST_LIMITS,
    query: wildcardListsQuery,
    change: 'changeWildcards',
    problem: listProblem,
    unused: unusedReason,
  },
};
