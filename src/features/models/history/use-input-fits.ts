import { useQueries, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { askDocument } from '@/api/models/ask-document';
import { modelQuery } from '@/api/models/model-queries';
import { schemaQuery } from '@/api/models/schema-query';
import type { Surface } from '@/api/surface';
import { UNDESCRIBED, type InputFit } from '../schema/input-fit';

/** What each of some models would make of an input; undefined while that is looked up. */
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
      // The body is that of the dialog, which ends with it.
      staleTime: Infinity,
      gcTime: 0,
      retry: false,
    })),
  });
  return new Map(modelIds.map((modelId, index) => [modelId, found[index]?.isError ? UNDESCRIBED : found[index]?.data]));
}

async function readFit(client: QueryClient, surface: Surface, modelId: string, bodyText: string): Promise<InputFit> {
  const detail = await client.fetchQuery(modelQuery(surface, modelId));
  // Without an authored document there is none to read.
  if (detail.input_schema_url === undefined) return UNDESCRIBED;
  const { text } = await client.fetchQuery(schemaQuery(surface, modelId));
  return askDocument('fit', text, bodyText);
}
