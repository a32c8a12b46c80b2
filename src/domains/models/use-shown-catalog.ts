import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { whenIdle } from '@/lib/when-idle';
import { isApiError } from '@/api/api-error';
import type { Surface } from '@/api/surface';
import { forgetCatalog, cacheCatalog, cachedCatalogQuery } from './catalog-cache';
import { NO_ROUTER } from '@/api/router-client';
import { useCatalog, type Catalog } from './use-catalog';

export interface ShownCatalog extends Catalog {
  /** Fetch time of cached models, in Unix milliseconds; `null` if they are from the current walk. */
  asOf: number | null;
}

const IDLE_AT_MOST_MS = 2000;

/**
 * Shows the cached catalog until the walk is complete, or while the router is unreachable. Caches the result of a complete walk.
 */
export function useShownCatalog(surface: Surface): ShownCatalog {
  const client = useQueryClient();
  const catalog = useCatalog(surface);
  const { models, whole, error, isCutOff } = catalog;
  const { data: kept } = useQuery(cachedCatalogQuery(surface));

  // Runs in the background; leaving the page or a newer walk aborts it.
  useEffect(() => {
    if (!models || !whole || kept === undefined || kept?.walkedAt === whole.walkedAt) return undefined;
    const leaving = new AbortController();
    void whenIdle(IDLE_AT_MOST_MS).then(() =>
      leaving.signal.aborted ? undefined : cacheCatalog(client, surface, { models, ...whole }, leaving.signal),
    );
    return () => leaving.abort();
  }, [client, surface, models, whole, kept]);

  const isRefused = isRejection(error);
  // The cache is outside of React.
  useEffect(() => {
    if (!isRefused || surface.isLocked) return;
    client.setQueryData(cachedCatalogQuery(surface).queryKey, null);
    void forgetCatalog(surface);
  }, [client, surface, isRefused]);

  if (isRefused) return { ...catalog, models: undefined, asOf: null };
  if (whole) return { ...catalog, asOf: error ? whole.walkedAt : null };
  if (!kept || kept.models.length === 0 || isCutOff) return { ...catalog, asOf: null };
  return { ...catalog, models: kept.models, isWalking: error === null, asOf: kept.walkedAt };
}

const REFUSALS: ReadonlySet<number> = new Set([401, 403, 404]);

/** Returns true if this account has no access to the catalog; other errors may be temporary. */
function isRejection(error: Error | null): boolean {
  return isApiError(error) && (REFUSALS.has(error.status) || error.code === NO_ROUTER);
}
