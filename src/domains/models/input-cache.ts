import { queryOptions } from '@tanstack/react-query';
import { openDatabase } from '../database';
import type { Surface } from '@/api/surface';

/** Time between the loader of the page and its first render. */
const FOR_A_PAGE_MS = 5000;

/** Query of the last input of a model form; `null` if there is none. Removed when the input changes. */
export function cachedInputQuery(surface: Surface, modelId: string) {
  return queryOptions({
    queryKey: [surface.id, 'device.model-body', modelId],
    queryFn: () => readCachedInput(surface, modelId),
    staleTime: Infinity,
    gcTime: FOR_A_PAGE_MS,
  });
}

export async function readCachedInput(surface: Surface, modelId: string): Promise<string | null> {
  try {
    return (await (await openDatabase()).get('modelBodies', [surface.id, modelId])) ?? null;
  } catch {
    return null;
  }
}

/** Stores the input of a form, also while the page closes. Best effort. */
export async function cacheInput(surface: Surface, modelId: string, text: string): Promise<void> {
  try {
    const transaction = (await openDatabase()).transaction('modelBodies', 'readwrite');
    const put = transaction.store.put(text, [surface.id, modelId]);
    // Explicit, since a closing page aborts open transactions.
    transaction.commit();
    await Promise.all([put, transaction.done]);
  } catch {
    // Storage is full or unavailable.
  }
}
