import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod/mini';
import { json } from '@/lib/settings/setting-schemas';
import { defineSetting } from '@/lib/settings/setting';
import { openDatabase } from '../database';
import type { Surface } from '@/api/surface';

const ClosingInput = z.object({ surfaceId: z.string(), modelId: z.string(), text: z.string() });

/** The input of a page that closed. A browser drops a write to the database that has not begun by then, as on a busy machine. */
export const closingInput = defineSetting<z.infer<typeof ClosingInput> | null>('input-of-reload', {
  schema: json((stored) => ClosingInput.parse(stored)),
  default: null,
});

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
  const closing = closingInput.get();
  if (closing && isOf(closing, surface, modelId)) return closing.text;
  try {
    return (await (await openDatabase()).get('modelBodies', [surface.id, modelId])) ?? null;
  } catch {
    return null;
  }
}

function isOf(closing: z.infer<typeof ClosingInput>, surface: Surface, modelId: string): boolean {
  return closing.surfaceId === surface.id && closing.modelId === modelId;
}

/** Stores the input of a form while the page closes: it is there after a reload. */
export function cacheClosingInput(surface: Surface, modelId: string, text: string): void {
  closingInput.set({ surfaceId: surface.id, modelId, text });
  void cacheInput(surface, modelId, text);
}

/** Stores the input of a form. Best effort. */
export async function cacheInput(surface: Surface, modelId: string, text: string): Promise<void> {
  try {
    const transaction = (await openDatabase()).transaction('modelBodies', 'readwrite');
    const put = transaction.store.put(text, [surface.id, modelId]);
    // Explicit, since a closing page aborts open transactions.
    transaction.commit();
    await Promise.all([put, transaction.done]);
    const closing = closingInput.get();
    if (closing && isOf(closing, surface, modelId)) closingInput.set(null);
  } catch {
    // Storage is full or unavailable.
  }
}
