import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { schemaQuery, type SchemaDetails } from '@/features/models/schema/schema-query';
import type { ShownCatalog } from '@/domains/models/use-shown-catalog';
import { markStale } from '@/api/live/stale-table';
import { isOwnGateway, type Surface } from '@/api/surface';

/** Largest catalog whose schema documents are all read. */
const MAX_READ = 1000;

/**
 * Reads the schema documents of our own gateway one by one after the catalog has loaded, for summaries and output modalities.
 * On other routers, documents are only read when a model is opened: catalog, schemas and runs may share one rate limit.
 */
export function useReadSchemas(
  surface: Surface,
  { models, whole, error }: ShownCatalog,
  known: ReadonlyMap<string, SchemaDetails>,
): void {
  const client = useQueryClient();
  const isOwn = isOwnGateway(surface);
  const isSmall = models !== undefined && whole !== null && error === null && models.length <= MAX_READ;
  const next = isOwn && isSmall ? models.find(({ id }) => !known.has(id) && !hasFailed.has(id))?.id : undefined;
  // Background work, which must not start during a render.
  useEffect(() => {
    if (next === undefined) return;
    void readDocument(client, surface, next);
  }, [client, surface, next]);
}

/** Ids of models whose document could not be read; not retried until the page is reloaded. */
const hasFailed = new Set<string>();

async function readDocument(client: QueryClient, surface: Surface, modelId: string): Promise<void> {
  try {
    await client.fetchQuery(schemaQuery(surface, modelId));
  } catch {
    hasFailed.add(modelId);
  }
  await markStale(client, surface, 'readModelSchema');
}
