import { queryOptions } from '@tanstack/react-query';
import { openDatabase } from '../storage/database';
import type { Surface } from '../surface';

/** From the loader of the page that reads it until the page is drawn. */
const FOR_A_PAGE_MS = 5000;

/** What the form of a model held last on this device; null where nothing is kept. Whoever changes it removes this query. */
export function keptBodyQuery(surface: Surface, modelId: string) {
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

/** A convenience: what could not be kept is typed again. */
export async function cacheInput(surface: Surface, modelId: string, text: string): Promise<void> {
  try {
    await (await openDatabase()).put('modelBodies', text, [surface.id, modelId]);
  } catch {
    // No room, or no storage at all.
  }
}
