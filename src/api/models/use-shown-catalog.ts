import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { whenIdle } from '@/lib/when-idle';
import { isApiError } from '../api-error';
import type { Surface } from '../surface';
import { forgetCatalog, keepCatalog, keptCatalogQuery } from './catalog-cache';
import { NO_ROUTER } from './router-client';
import { useCatalog, type Catalog } from './use-catalog';

export interface ShownCatalog extends Catalog {
  /** When the models that are shown were read, in Unix milliseconds; null while they come from the walk itself. */
  asOf: number | null;
}

const IDLE_AT_MOST_MS = 2000;

/**
 * The catalog of an earlier visit until this one has walked through it, and where the router is away. What was walked
 * through is kept for the next.
 */
export function useShownCatalog(surface: Surface): ShownCatalog {
  const client = useQueryClient();
  const catalog = useCatalog(surface);
  const { models, whole, error, isCutOff } = catalog;
  const { data: kept } = useQuery(keptCatalogQuery(surface));

  // Beside the page, which nobody waits for; a page that is left or a newer walk ends it.
  useEffect(() => {
    if (!models || !whole || kept === undefined || kept?.walkedAt === whole.walkedAt) return undefined;
    const leaving = new AbortController();
    void whenIdle(IDLE_AT_MOST_MS).then(() =>
      leaving.signal.aborted ? undefined : keepCatalog(client, surface, { models, ...whole }, leaving.signal),
    );
    return () => leaving.abort();
  }, [client, surface, models, whole, kept]);

  const isRefused = isRefusal(error);
  // The device is no part of what is drawn here.
  useEffect(() => {
    if (!isRefused) return;
    client.setQueryData(keptCatalogQuery(surface).queryKey, null);
    void forgetCatalog(surface);
  }, [client, surface, isRefused]);

  if (isRefused) return { ...catalog, models: undefined, asOf: null };
  if (whole) return { ...catalog, asOf: error ? whole.walkedAt : null };
  if (!kept || kept.models.length === 0 || isCutOff) return { ...catalog, asOf: null };
  return { ...catalog, models: kept.models, isWalking: error === null, asOf: kept.walkedAt };
}

const REFUSALS: ReadonlySet<number> = new Set([401, 403, 404]);

/** This account has no catalog here; whatever else goes wrong may pass by. */
function isRefusal(error: Error | null): boolean {
  return isApiError(error) && (REFUSALS.has(error.status) || error.code === NO_ROUTER);
}
