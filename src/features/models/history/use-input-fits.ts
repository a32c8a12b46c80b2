import { useQueries, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { callDocumentWorker } from '@/features/models/schema/document-client';
import { modelQuery } from '@/domains/models/model-queries';
import { schemaQuery } from '@/features/models/schema/schema-query';
import type { Surface } from '@/api/surface';
import { UNDESCRIBED, type InputFit } from '../schema/input-fit';

/** Returns by model id how an input fits each model; `undefined` while loading. */
export function useInputFits(
  surface: Surface,
  modelIds: readonly string[],
  bodyText: string,
): ReadonlyMap<string, InputFit | undefined> {
  const client = useQueryClient();
  const found = useQueries({
    queries: modelIds.map((modelId) => ({
      queryKey: [surface.id, 'device.input-fit', modelId],
      queryFn: () => readFit(client, surface, modelId, bodyText),
      // The body does not change while the dialog is open.
      staleTime: Infinity,
      gcTime: 0,
      retry: false,
    })),
  });
  return new Map(modelIds.map((modelId, index) => [modelId, found[index]?.isError ? UNDESCRIBED : found[index]?.data]));
}

async function readFit(client: QueryClient, surface: Surface, modelId: string, bodyText: string): Promise<InputFit> {
  const detail = await client.fetchQuery(modelQuery(surface, modelId));
  // Models without an authored schema have no document to read.
  if (detail.input_schema_url === undefined) return UNDESCRIBED;
  const { text } = await client.fetchQuery(schemaQuery(surface, modelId));
  return callDocumentWorker('fit', text, bodyText);
}
