import { queryOptions } from '@tanstack/react-query';
import { modelSchemaPath } from '@contract/router/model-id';
import type { ModelDetail } from '@contract/router/schemas';
import type { Surface } from '../surface';
import { keptCatalogQuery } from './catalog-cache';
import { storedSchema, type SchemaResult } from './schema-query';

/** A model as earlier visits saw it: for its page while the router cannot be reached. */
export interface KeptModel {
  detail: ModelDetail;
  schema: SchemaResult;
}

/** Null where this device has not seen both its catalog entry and its schema. */
export function keptModelQuery(surface: Surface, modelId: string) {
  return queryOptions({
    queryKey: [surface.id, 'device.model', modelId],
    queryFn: async ({ client }): Promise<KeptModel | null> => {
      const catalog = await client.ensureQueryData(keptCatalogQuery(surface));
      const entry = catalog?.models.find(({ id }) => id === modelId);
      const schema = await storedSchema(surface, modelId);
      if (!entry || !schema) return null;
      return {
        detail: { ...entry, input_schema_url: modelSchemaPath(modelId) },
        schema: { ...schema, isUnchanged: true },
      };
    },
    staleTime: 0,
    gcTime: 0,
    structuralSharing: false,
  });
}
