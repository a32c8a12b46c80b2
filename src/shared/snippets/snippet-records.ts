import { queryOptions } from '@tanstack/react-query';
import { listCurated, writeCurated } from '@/domains/curated/curated-records';
import { inNameOrder, snippetsSetting, type Snippet } from './snippets';

/** In the order of their names. Without storage there are none. */
export function snippetsQuery() {
  return queryOptions({
    queryKey: ['device.snippets'],
    queryFn: () => listSnippets().catch(() => []),
    staleTime: 0,
    retry: false,
  });
}

async function listSnippets(): Promise<Snippet[]> {
  await moveStoredSnippets();
  const records = await listCurated('snippet');
  return inNameOrder(
    records.flatMap(({ id, fields: { name, text } }) =>
      typeof name === 'string' && typeof text === 'string' ? [{ id, name, text }] : [],
    ),
  );
}

/** Adds the snippet, or replaces the one with its id. @throws StorageUnavailableError */
export function putSnippet({ id, name, text }: Snippet): Promise<void> {
  return writeCurated('snippet', [{ id, fields: { name, text } }]);
}

/** @throws StorageUnavailableError */
export function deleteSnippet(id: string): Promise<void> {
  return writeCurated('snippet', [{ id, fields: null }]);
}

/** Moves snippets from where earlier versions stored them. May be interrupted and repeated. @throws StorageUnavailableError */
export async function moveStoredSnippets(): Promise<void> {
  const stored = snippetsSetting.get();
  if (stored.length === 0) return;
  await writeCurated(
    'snippet',
    stored.map(({ id, name, text }) => ({ id, fields: { name, text } })),
  );
  snippetsSetting.set([]);
}
