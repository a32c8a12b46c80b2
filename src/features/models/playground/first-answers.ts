import type { QueryClient } from '@tanstack/react-query';
import { keptBodyQuery } from '@/api/models/input-cache';
import { modelMetadataQuery } from '@/api/models/model-metadata';
import { modelQuery } from '@/api/models/model-queries';
import { schemaQuery } from '@/api/models/schema-query';
import { isOwnGateway, type Surface } from '@/api/surface';

/** Longer than a gateway on this machine takes; where it takes longer, the page says that it loads. */
const AT_MOST_MS = 150;

/**
 * Lets the page of a model come with its form, for which all is asked at once. Only our own gateway: a pointer over a link
 * asks, too, and elsewhere catalog, schemas and runs may share one allowance.
 */
export async function awaitModel(client: QueryClient, surface: Surface, modelId: string): Promise<void> {
  if (!isOwnGateway(surface)) return;
  const answers = [
    client.prefetchQuery(modelQuery(surface, modelId)),
    client.prefetchQuery(schemaQuery(surface, modelId)),
    client.prefetchQuery(modelMetadataQuery(surface)),
    client.prefetchQuery(keptBodyQuery(surface, modelId)),
  ];
  await Promise.race([Promise.all(answers), new Promise((resolve) => setTimeout(resolve, AT_MOST_MS))]);
}
