import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { modelPath } from '@contract/router/model-id';
import { ModelDetail, ModelPage } from '@contract/router/schemas';
import { isApiError } from '../api-error';
import { operationKey, type Surface } from '../surface';
import { FIRST_STEP, mayRestart, nextStep, type WalkedPage, type WalkStep } from './catalog-walk';
import { askRouter, readRouterBody } from './router-client';

/** A catalog changes by the week; whoever wants to know asks by the button. */
const CATALOG_STALE_MS = 10 * 60_000;

/** All pages so far. Who shows them walks on: `useCatalog`. */
export function catalogQuery(surface: Surface) {
  const queryKey = operationKey(surface, 'listModels');
  return infiniteQueryOptions({
    queryKey,
    queryFn: async ({ client, pageParam, signal }): Promise<WalkedPage> => {
      try {
        return { page: await readPage(surface, pageParam, signal), step: pageParam, isRestart: false };
      } catch (error) {
        const known = client.getQueryData<{ pages: WalkedPage[] }>(queryKey)?.pages ?? [];
        if (pageParam.cursor === null || !isStaleCursor(error) || !mayRestart(known)) throw error;
        return { page: await readPage(surface, FIRST_STEP, signal), step: FIRST_STEP, isRestart: true };
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

async function readPage(surface: Surface, { cursor, limit }: WalkStep, signal: AbortSignal): Promise<ModelPage> {
  const query = new URLSearchParams({ limit: String(limit), ...(cursor === null ? {} : { cursor }) });
  return readRouterBody(await askRouter(surface, `/v2/models?${query}`, { signal }), ModelPage);
}

function isStaleCursor(error: unknown): boolean {
  return isApiError(error) && error.status === 400 && error.code === 'invalid_input';
}

/** One model's entry. @throws ApiError; 404 where no such model runs here */
export function modelQuery(surface: Surface, modelId: string) {
  return queryOptions({
    queryKey: operationKey(surface, 'getModel', modelId),
    queryFn: async ({ signal }) =>
      readRouterBody(await askRouter(surface, modelPath(modelId), { signal }), ModelDetail),
    staleTime: CATALOG_STALE_MS,
    refetchOnWindowFocus: false,
  });
}
