import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { knownSchemasQuery, schemaQuery, type SchemaDetails } from '@/api/models/schema-query';
import type { ShownCatalog } from '@/api/models/use-shown-catalog';
import type { Surface } from '@/api/surface';

/** Elsewhere documents are read when a model is opened: catalog, schemas and runs may share one allowance. */
const MAX_READ = 1000;

/** On our own gateway, what the models make is read out of their documents once the catalog is there, one by one. */
export function useReadSchemas(
  surface: Surface,
  { models, whole, error }: ShownCatalog,
  known: ReadonlyMap<string, SchemaDetails>,
): void {
  const client = useQueryClient();
  const isOwn = surface.kind === 'gateway' && surface.routerBaseUrl === location.origin;
  const isSmall = models !== undefined && whole !== null && error === null && models.length <= MAX_READ;
  const next = isOwn && isSmall ? models.find(({ id }) => !known.has(id) && !hasFailed.has(id))?.id : undefined;
  // Work beside the page, which nobody waits for: no render may start it.
  useEffect(() => {
    if (next === undefined) return;
    void readDocument(client, surface, next);
  }, [client, surface, next]);
}

/** Until the page is loaded anew. */
const hasFailed = new Set<string>();

async function readDocument(client: QueryClient, surface: Surface, modelId: string): Promise<void> {
  try {
    await client.fetchQuery(schemaQuery(surface, modelId));
  } catch {
    hasFailed.add(modelId);
  }
  await client.invalidateQueries({ queryKey: knownSchemasQuery(surface).queryKey });
}
