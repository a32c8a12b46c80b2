import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { modelPath } from '@contract/router/model-id';
import { ModelDetail, ModelPage } from '@contract/router/schemas';
import { isApiError } from '../api-error';
import { isOwnGateway, operationKey, type Surface } from '../surface';
import { FIRST_STEP, mayRestart, nextStep, type WalkedPage, type WalkStep } from './catalog-walk';
import { keptCatalogQuery, type CachedCatalog } from './catalog-cache';
import { fetchRouter, readRouterBody } from './router-client';

/** A catalog changes by the week; whoever wants to know asks by the button. */
const CATALOG_STALE_MS = 10 * 60_000;

/** All pages so far. Who shows them walks on: `useCatalog`. */
export function catalogQuery(surface: Surface) {
  const queryKey = operationKey(surface, 'listModels');
  return infiniteQueryOptions({
    queryKey,
    queryFn: async ({ client, pageParam, signal }): Promise<WalkedPage> => {
      try {
        const readKept = async () => {
          return pageParam.cursor === null ? client.ensureQueryData(keptCatalogQuery(surface)) : null;
        };
        return { ...(await readPage(surface, pageParam, signal, readKept)), step: pageParam, isRestart: false };
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
    // Compared page by page, ten thousand models would cost more than drawing them.
    structuralSharing: false,
  });
}

const readNothing = async () => null;

/**
 * @param readKept reads what is kept of an earlier walk. Where the first page still has its tag, all of it holds: the
 * rest is not walked through. Our own gateway says so with a 200, since its listing knows no 304; it is asked
 * before anything is read, so that the answer to the page's preload is used, and one page waits for nothing else.
 */
async function readPage(
  surface: Surface,
  { cursor, limit }: WalkStep,
  signal: AbortSignal,
  readKept: () => Promise<CachedCatalog | null>,
): Promise<Pick<WalkedPage, 'page' | 'tag'>> {
  const query = new URLSearchParams({ limit: String(limit), ...(cursor === null ? {} : { cursor }) });
  const path = `/v2/models?${query}`;
  const isOwn = isOwnGateway(surface);
  const knownTag = isOwn ? null : ((await readKept())?.tag ?? null);
  const answer = await fetchRouter(
    surface,
    path,
    isOwn ? { signal } : { signal, cache: 'no-store', headers: knownTag === null ? {} : { 'If-None-Match': knownTag } },
  );
  const tag = answer.headers.get('ETag');
  const page = answer.status === 304 ? null : readRouterBody(answer, ModelPage);
  if (page?.has_more === false) return { page, tag };
  const kept = await readKept();
  if (kept && kept.tag !== null && (page === null || tag === kept.tag)) {
    return { page: { data: [...kept.models], has_more: false, limit }, tag: kept.tag };
  }
  return { page: page ?? readRouterBody(answer, ModelPage), tag };
}

function isStaleCursor(error: unknown): boolean {
  return isApiError(error) && error.status === 400 && error.code === 'invalid_input';
}

/** One model's entry. @throws ApiError; 404 where no such model runs here */
export function modelQuery(surface: Surface, modelId: string) {
  return queryOptions({
    queryKey: operationKey(surface, 'getModel', modelId),
    queryFn: async ({ signal }) =>
      readRouterBody(await fetchRouter(surface, modelPath(modelId), { signal }), ModelDetail),
    staleTime: CATALOG_STALE_MS,
    refetchOnWindowFocus: false,
  });
}
