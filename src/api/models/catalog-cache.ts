import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { ModelEntry } from '@contract/router/schemas';
import { sessionQuery } from '../session';
import { openDatabase } from '../storage/database';
import { findSurface, type Surface } from '../surface';

/** The catalog of an earlier visit. */
export interface CachedCatalog {
  models: readonly ModelEntry[];
  /** When its walk was through, in Unix milliseconds. */
  walkedAt: number;
  /** The entity tag of the whole; null where the router gives none. */
  tag: string | null;
}

/** Some 50,000 models. What is larger is walked through each time. */
const MAX_KEPT_CHARS = 8 * 1024 ** 2;

/** What this device knows of the catalog; null where that is nothing, or of another account or another router. */
export function keptCatalogQuery(surface: Surface) {
  return queryOptions({
    queryKey: [surface.id, 'device.catalog', surface.routerBaseUrl],
    queryFn: async ({ client }): Promise<CachedCatalog | null> => {
      try {
        if (!(await isSignedOut(client, surface))) return await readCatalog(surface);
        await forgetCatalog(surface);
      } catch {
        // Nothing is kept here.
      }
      return null;
    },
    staleTime: Infinity,
    structuralSharing: false,
  });
}

/** Once a walk is through. @param signal stops it before anything is written */
export async function keepCatalog(
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
    client.setQueryData(keptCatalogQuery(surface).queryKey, catalog);
  } catch {
    // No room, or no storage at all: it is walked through each time.
  }
}

/** With the schemas: nobody else may see what one account may. */
export async function forgetCatalog(surface: Surface): Promise<void> {
  try {
    const transaction = (await openDatabase()).transaction(['catalogs', 'schemas'], 'readwrite');
    await Promise.all([
      transaction.objectStore('catalogs').delete(surface.id),
      transaction.objectStore('schemas').delete(IDBKeyRange.bound([surface.id], [surface.id, []])),
      transaction.done,
    ]);
  } catch {
    // Nothing is kept here.
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
  // Written by `keepCatalog`, from pages that were read by their schema.
  return { models: JSON.parse(text) as ModelEntry[], walkedAt, tag };
}

/** False also where the gateway is away: who was signed in when it was last heard of may look at what was read then. */
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
