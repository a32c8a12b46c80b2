import { matchingNames, type NamedText } from '@/domains/curated/named-texts';
import { usableLists } from '@/domains/wildcards/wildcard-lists';
import type { Trigger } from './snippet-trigger';

/** A line of the menu. */
export type SnippetRow =
  | { kind: 'snippet'; snippet: NamedText }
  | { kind: 'wildcard'; list: NamedText }
  | { kind: 'save'; isSelection: boolean }
  | { kind: 'history' }
  | { kind: 'manage' }
  | { kind: 'lists' };

/** `all`: opened by its button. `typed`: opened by the characters before the caret, and narrowed by what is typed after them. */
export type OpenMenu = { kind: 'all'; saved: SavedPart } | ({ kind: 'typed' } & Omit<Trigger, 'start'>);

/** What would be saved as a snippet; `null` if the text is empty. */
export type SavedPart = 'selection' | 'text' | null;

export function snippetRows(menu: OpenMenu, snippets: readonly NamedText[], lists: readonly NamedText[]): SnippetRow[] {
  const snippetRow = (snippet: NamedText): SnippetRow => ({ kind: 'snippet', snippet });
  const listRow = (list: NamedText): SnippetRow => ({ kind: 'wildcard', list });
  const usable = usableLists(lists);
  if (menu.kind === 'typed') {
    return menu.of === 'snippet'
      ? matchingNames(snippets, menu.query).map(snippetRow)
      : matchingNames(usable, menu.query).map(listRow);
  }
  const rows = [...snippets.map(snippetRow), ...usable.map(listRow)];
  if (menu.saved !== null) rows.push({ kind: 'save', isSelection: menu.saved === 'selection' });
  rows.push({ kind: 'history' });
  if (snippets.length > 0) rows.push({ kind: 'manage' });
  rows.push({ kind: 'lists' });
  return rows;
}
