import { queryOptions } from '@tanstack/react-query';
import { modelSchemaPath } from '@contract/router/model-id';
import type { ModelDetail } from '@contract/router/schemas';
import type { Surface } from '@/api/surface';
import { cachedCatalogQuery } from '@/domains/models/catalog-cache';
import { storedSchema, type SchemaResult } from '../schema/schema-query';

/** Model data that earlier visits cached, for its page while the router is unreachable. */
export interface CachedModel {
  detail: ModelDetail;
  schema: SchemaResult;
}

/** Resolves to `null` unless both the catalog entry and the schema of the model are cached on this device. */
export function cachedModelQuery(surface: Surface, modelId: string) {
  return queryOptions({
    queryKey: [surface.id, 'device.model', modelId],
    queryFn: async ({ client }): Promise<CachedModel | null> => {
      const catalog = await client.ensureQueryData(cachedCatalogQuery(surface));
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
