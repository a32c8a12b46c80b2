import { queryOptions, useQuery } from '@tanstack/react-query';
import { z } from 'zod/mini';
import { fetchFromSurface } from '../ask-surface';
import { isOwnGateway, operationKey, type Surface } from '../surface';

/** What our own gateway says of a model beside its catalog entry (`GET /console/models`). */
const ModelMetadata = z.looseObject({
  id: z.string(),
  title: z.nullable(z.string()),
  summary: z.string(),
  inputModalities: z.array(z.string()),
  outputModalities: z.array(z.string()),
  isFree: z.boolean(),
  /** It can load loopback URLs of the gateway. */
  isLocal: z.boolean(),
  /** Where files can be uploaded for it; `null`: nowhere. */
  uploadHost: z.nullable(z.string()),
});
export type ModelMetadata = z.infer<typeof ModelMetadata>;

const ModelFactsList = z.looseObject({
  /** Another one where the list of models changed. */
  build: z.string(),
  /** Why the configuration on disk is not the one in use. */
  configProblem: z.nullable(z.string()),
  /** Which remote routers are away, so that their models are those last known. */
  catalogProblem: z._default(z.nullable(z.string()), null),
  models: z.array(ModelMetadata),
});

/** The owner edits a file and looks at the page. */
const POLL_MS = 15_000;

export interface KnownModels {
  build: string | null;
  configProblem: string | null;
  catalogProblem: string | null;
  /** By model id. */
  models: ReadonlyMap<string, ModelMetadata>;
}

const NONE: KnownModels = { build: null, configProblem: null, catalogProblem: null, models: new Map() };

/** Nothing for any other router. */
export function modelMetadataQuery(surface: Surface) {
  return queryOptions({
    queryKey: operationKey(surface, 'console.models'),
    queryFn: async ({ signal }): Promise<KnownModels> => {
      if (!isOwnGateway(surface)) return NONE;
      const text = await fetchFromSurface(surface, '/console/models', { signal });
      const { models, ...rest } = ModelFactsList.parse(JSON.parse(text));
      return { ...rest, models: new Map(models.map((facts) => [facts.id, facts])) };
    },
    staleTime: 5000,
    refetchInterval: () => (document.hidden ? false : POLL_MS),
    structuralSharing: false,
  });
}

/** Empty until they are there. */
export function useModelMetadata(surface: Surface): ReadonlyMap<string, ModelMetadata> {
  return useKnownModels(surface).models;
}

export function useKnownModels(surface: Surface): KnownModels {
  return useQuery(modelMetadataQuery(surface)).data ?? NONE;
}
