import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ModelMetadata } from '@contract/console/schemas';
import { callConsole } from '@/api/call-console';
import { isOwnGateway, operationKey, type Surface } from '@/api/surface';

/** Short, since the owner edits the configuration and checks the page. */
const POLL_MS = 15_000;

export interface KnownModels {
  build: string | null;
  configProblem: string | null;
  catalogProblem: string | null;
  /** By model id. */
  models: ReadonlyMap<string, ModelMetadata>;
}

const NONE: KnownModels = { build: null, configProblem: null, catalogProblem: null, models: new Map() };

/** Query of our gateway's model metadata in addition to the catalog; empty for other routers. */
export function modelMetadataQuery(surface: Surface) {
  return queryOptions({
    queryKey: operationKey(surface, 'console.models'),
    queryFn: async ({ signal }): Promise<KnownModels> => {
      if (!isOwnGateway(surface)) return NONE;
      const { models, ...rest } = await callConsole(surface, 'listModelMetadata', { signal });
      return { ...rest, models: new Map(models.map((details) => [details.id, details])) };
    },
    staleTime: 5000,
    refetchInterval: () => (document.hidden ? false : POLL_MS),
    structuralSharing: false,
  });
}

/** Returns an empty map until the metadata has loaded. */
export function useModelMetadata(surface: Surface): ReadonlyMap<string, ModelMetadata> {
  return useKnownModels(surface).models;
}

export function useKnownModels(surface: Surface): KnownModels {
  return useQuery(modelMetadataQuery(surface)).data ?? NONE;
}
