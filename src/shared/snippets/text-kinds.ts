import type { Change } from '@/api/live/stale-table';
import type { NamedText, NamedTextKind, NamedTextProblem } from '@/domains/curated/named-texts';
import { LIST_LIMITS, listProblem, unusedReason, wildcardListsQuery } from '@/domains/wildcards/wildcard-lists';
import { listValues } from '@/domains/wildcards/wildcards';
import { msg, t, type Message } from '@/lib/i18n/messages';
import { snippetsQuery } from './snippet-records';
import { SNIPPET_LIMITS, snippetProblem } from './snippets';

/** How the dialog shows and changes texts of a kind. */
interface TextKind {
  /** Title of the list. */
  title: Message;
  /** Label of the button that adds one. */
  add: Message;
  newTitle: Message;
  editTitle: Message;
  /** Title while a given text is saved. */
  saveTitle: Message;
  notStored: Message;
  /** Label of the text, and what stands beside it. */
  label: Message;
  note: (text: string) => string | undefined;
  nameHint: (name: string) => string | undefined;
  /** What stands below the name in the list. */
  summary: (text: string) => string;
  /** Shown while there are none. */
  none: Message;
  limits: { name: number; text: number };
  query: () => ReturnType<typeof snippetsQuery>;
  change: Change;
  problem: (texts: readonly NamedText[], text: NamedText) => NamedTextProblem | null;
  /** Why a stored one has no effect. */
  unused: (texts: readonly NamedText[], text: NamedText) => string | null;
}

export const TEXT_KINDS: Readonly<Record<NamedTextKind, TextKind>> = {
  snippet: {
    title: msg('Snippets'),
    add: msg('New snippet'),
    newTitle: msg('New snippet'),
    editTitle: msg('Edit snippet'),
    saveTitle: msg('Save as snippet'),
    notStored: msg(
      'This browser could not store the snippet. Free space or leave the private window, then save again.',
    ),
    label: msg('Text'),
    note: () => undefined,
    nameHint: () => undefined,
    summary: (text) => text,
    none: msg(
      'Save parts of prompts that you use often: select one in a prompt, then open the snippets menu beside it.',
    ),
    limits: SNIPPET_LIMITS,
    query: snippetsQuery,
    change: 'changeSnippets',
    problem: snippetProblem,
    unused: () => null,
  },
  wildcard: {
    title: msg('Wildcard lists'),
    add: msg('New list'),
    newTitle: msg('New wildcard list'),
    editTitle: msg('Edit list'),
    saveTitle: msg('New wildcard list'),
    notStored: msg('This browser could not store the list. Free space or leave the private window, then save again.'),
    label: msg('Values'),
    note: (text) =>
      t('one per line · {count, plural, one {# value} other {# values}}', { count: listValues(text).length }),
    nameHint: (name) =>
      t('Write {wildcard} in a prompt. Each run replaces it with one of these values.', {
        wildcard: `__${name || t('name')}__`,
      }),
    summary: (text) =>
      t('{count, plural, one {# value} other {# values}}: {values}', {
        count: listValues(text).length,
        values: listValues(text).slice(0, 20).join(', '),
      }),
    none: msg(
      'A wildcard list has a name and one value per line. Write its name between double underscores in a prompt, such as __color__. Each run replaces it with one of the values; a sweep can use all of them.',
    ),
    limits: LIST_LIMITS,
    query: wildcardListsQuery,
    change: 'changeWildcards',
    problem: listProblem,
    unused: unusedReason,
  },
};
