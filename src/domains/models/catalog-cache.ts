import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { ModelEntry } from '@contract/router/schemas';
import { sessionQuery } from '@/api/session';
import { openDatabase } from '../database';
import { findSurface, type Surface } from '@/api/surface';

/** The catalog of an earlier visit. */
export interface CachedCatalog {
  models: readonly ModelEntry[];
  /** Completion time of its walk, in Unix milliseconds. */
  walkedAt: number;
  /** ETag of the whole catalog; `null` if the router sends none. */
  tag: string | null;
}

/** About 50,000 models. Larger catalogs are not cached. */
const MAX_KEPT_CHARS = 8 * 1024 ** 2;

/** Returns the cached catalog, or `null` if there is none for this account and router. */
export function cachedCatalogQuery(surface: Surface) {
  return queryOptions({
    queryKey: [surface.id, 'device.catalog', surface.routerBaseUrl],
    queryFn: async ({ client }): Promise<CachedCatalog | null> => {
      // Whose catalog it is, is not known yet.
      if (surface.isLocked) return null;
      try {
        if (!(await isSignedOut(client, surface))) return await readCatalog(surface);
        await forgetCatalog(surface);
      } catch {
        // Storage is unavailable.
      }
      return null;
    },
    staleTime: Infinity,
    structuralSharing: false,
  });
}

/** Caches the catalog of a complete walk. @param signal aborts before anything is written */
export async function cacheCatalog(
  client: QueryClient,
  surface: Surface,
  catalog: CachedCatalog,
  signal: AbortSignal,
): Promise<void> {
  const { routerBaseUrl } = surface;
  const { models, walkedAt, tag } = catalog;
  const text = JSON.stringify(models);
  if (routerBaseUrl === null || text.length > MAX_KEPT_CHARS) return;
  try {
    const account = await accountOf(surface);
    const database = await openDatabase();
    if (signal.aborted) return;
    const { store, done } = database.transaction('catalogs', 'readwrite');
    await store.put({ routerBaseUrl, account, walkedAt, tag, text }, surface.id);
    for (const id of await store.getAllKeys()) if (findSurface(id) === null) await store.delete(id);
    await done;
    client.setQueryData(cachedCatalogQuery(surface).queryKey, catalog);
  } catch {
    // Storage is full or unavailable.
  }
}

/** Deletes the cached catalog and schemas, which other accounts must not see. */
export async function forgetCatalog(surface: Surface): Promise<void> {
  try {
    const transaction = (await openDatabase()).transaction(['catalogs', 'schemas'], 'readwrite');
    await Promise.all([
      transaction.objectStore('catalogs').delete(surface.id),
      transaction.objectStore('schemas').delete(IDBKeyRange.bound([surface.id], [surface.id, []])),
      transaction.done,
    ]);
  } catch {
    // Storage is unavailable.
  }
}

async function readCatalog(surface: Surface): Promise<CachedCatalog | null> {
  const stored = await (await openDatabase()).get('catalogs', surface.id);
  if (stored === undefined) return null;
  const { routerBaseUrl, account, walkedAt, tag, text } = stored;
  if (routerBaseUrl !== surface.routerBaseUrl || account !== (await accountOf(surface))) {
    await forgetCatalog(surface);
    return null;
  }
  // Written by `cacheCatalog`, from pages that were read by their schema.
  return { models: JSON.parse(text) as ModelEntry[], walkedAt, tag };
}

/** Also returns false if the gateway is unreachable, so that the last signed-in user can still view the cached catalog. */
async function isSignedOut(client: QueryClient, surface: Surface): Promise<boolean> {
  if (surface.bearer !== undefined) return false;
  const session = await client.fetchQuery(sessionQuery(surface)).catch(() => null);
  return session !== null && session.needsToken && !session.isSignedIn;
}

async function accountOf({ bearer }: Surface): Promise<string> {
  if (bearer === undefined) return '';
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(bearer));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
