import { matchingSnippets, type Snippet } from './snippets';

/** A line of the menu. */
export type SnippetRow =
  | { kind: 'snippet'; snippet: Snippet }
  | { kind: 'save'; isSelection: boolean }
  | { kind: 'history' }
  | { kind: 'manage' };

/** `all`: opened by its button. `typed`: opened by the trigger character, and narrowed by what is typed after it. */
export type OpenMenu = { kind: 'all'; saved: SavedPart } | { kind: 'typed'; query: string };

/** What would be saved as a snippet; `null` if the text is empty. */
export type SavedPart = 'selection' | 'text' | null;

export function snippetRows(menu: OpenMenu, snippets: readonly Snippet[]): SnippetRow[] {
  const found = menu.kind === 'typed' ? matchingSnippets(snippets, menu.query) : snippets;
  const rows = found.map((snippet): SnippetRow => ({ kind: 'snippet', snippet }));
  if (menu.kind === 'typed') return rows;
  if (menu.saved !== null) rows.push({ kind: 'save', isSelection: menu.saved === 'selection' });
  rows.push({ kind: 'history' });
  if (snippets.length > 0) rows.push({ kind: 'manage' });
  return rows;
}
