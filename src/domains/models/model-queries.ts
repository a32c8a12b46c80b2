import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { modelPath } from '@contract/router/model-id';
import { ModelDetail, ModelPage } from '@contract/router/schemas';
import { isApiError } from '@/api/api-error';
import { isOwnGateway, operationKey, type Surface } from '@/api/surface';
import { FIRST_STEP, mayRestart, nextStep, type WalkedPage, type WalkStep } from './catalog-walk';
import { cachedCatalogQuery, type CachedCatalog } from './catalog-cache';
import { fetchRouter, readRouterBody } from '@/api/router-client';

/** Catalogs change rarely, and users can refresh manually. */
const CATALOG_STALE_MS = 10 * 60_000;

/** Query of the pages loaded so far; `useCatalog` continues the walk. */
export function catalogQuery(surface: Surface) {
  const queryKey = operationKey(surface, 'listModels');
  return infiniteQueryOptions({
    queryKey,
    queryFn: async ({ client, pageParam, signal }): Promise<WalkedPage> => {
      try {
        const readCached = async () => {
          return pageParam.cursor === null ? client.ensureQueryData(cachedCatalogQuery(surface)) : null;
        };
        return { ...(await readPage(surface, pageParam, signal, readCached)), step: pageParam, isRestart: false };
      } catch (error) {
        const known = client.getQueryData<{ pages: WalkedPage[] }>(queryKey)?.pages ?? [];
        if (pageParam.cursor === null || !isStaleCursor(error) || !mayRestart(known)) throw error;
        return { ...(await readPage(surface, FIRST_STEP, signal, readNothing)), step: FIRST_STEP, isRestart: true };
      }
    },
    initialPageParam: FIRST_STEP,
    getNextPageParam: (_last, pages) => nextStep(pages),
    staleTime: CATALOG_STALE_MS,
    refetchOnWindowFocus: false,
    // Comparing ten thousand models page by page would take longer than rendering them.
    structuralSharing: false,
  });
}

const readNothing = async () => null;

/**
 * @param readCached reads the cached catalog. If the first page still has its ETag, the whole cache is valid and the walk ends. The
 * first page is a 200, since the listing has no 304; it is requested before the cache is read, so that the page's
 * preload is used.
 */
async function readPage(
  surface: Surface,
  { cursor, limit }: WalkStep,
  signal: AbortSignal,
  readCached: () => Promise<CachedCatalog | null>,
): Promise<Pick<WalkedPage, 'page' | 'tag'>> {
  const query = new URLSearchParams({ limit: String(limit), ...(cursor === null ? {} : { cursor }) });
  const path = `/v2/models?${query}`;
  const isOwn = isOwnGateway(surface);
  const knownTag = isOwn ? null : ((await readCached())?.tag ?? null);
  const response = await fetchRouter(
    surface,
    path,
    isOwn ? { signal } : { signal, cache: 'no-store', headers: knownTag === null ? {} : { 'If-None-Match': knownTag } },
  );
  const tag = response.headers.get('ETag');
  const page = response.status === 304 ? null : readRouterBody(response, ModelPage);
  if (page?.has_more === false) return { page, tag };
  const kept = await readCached();
  if (kept && kept.tag !== null && (page === null || tag === kept.tag)) {
    return { page: { data: [...kept.models], has_more: false, limit }, tag: kept.tag };
  }
  return { page: page ?? readRouterBody(response, ModelPage), tag };
}

function isStaleCursor(error: unknown): boolean {
  return isApiError(error) && error.status === 400 && error.code === 'invalid_input';
}

/** Query of one model's entry. @throws ApiError; 404 if the model does not exist */
export function modelQuery(surface: Surface, modelId: string) {
  return queryOptions({
    queryKey: operationKey(surface, 'getModel', modelId),
    queryFn: async ({ signal }) =>
      readRouterBody(await fetchRouter(surface, modelPath(modelId), { signal }), ModelDetail),
    staleTime: CATALOG_STALE_MS,
    refetchOnWindowFocus: false,
  });
}
