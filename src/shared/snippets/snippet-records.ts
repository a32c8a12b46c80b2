import { queryOptions } from '@tanstack/react-query';
import { listNamedTexts, putNamedTexts, type NamedText } from '@/domains/curated/named-texts';
import { snippetsSetting } from './snippets';

/** In the order of their names. Without storage there are none. */
export function snippetsQuery() {
  return queryOptions({
    queryKey: ['device.snippets'],
    queryFn: () => listSnippets().catch(() => []),
    staleTime: 0,
    retry: false,
  });
}

async function listSnippets(): Promise<NamedText[]> {
  await moveStoredSnippets();
  return listNamedTexts('snippet');
}

/** Moves snippets from where earlier versions stored them. May be interrupted and repeated. @throws StorageUnavailableError */
export async function moveStoredSnippets(): Promise<void> {
  const stored = snippetsSetting.get();
  if (stored.length === 0) return;
  await putNamedTexts('snippet', stored);
  snippetsSetting.set([]);
}
