import { queryOptions } from '@tanstack/react-query';
import type { ModelDetail } from '@contract/router/schemas';
import { isApiError } from '@/api/api-error';
import { askDocument } from '@/api/models/ask-document';
import { modelQuery } from '@/api/models/model-queries';
import { schemaQuery } from '@/api/models/schema-query';
import type { Surface } from '@/api/surface';
import { UNDESCRIBED, type InputFit } from '../schema/input-fit';

/** A model as another server has it. */
export interface ModelOffer {
  detail: ModelDetail;
  /** What it would make of the input there. */
  fit: InputFit;
  /** Its document there; null where it has none. */
  documentText: string | null;
}

/** Null: the server does not offer the model. */
export function offerQuery(surface: Surface, modelId: string, bodyText: string) {
  return queryOptions({
    queryKey: [surface.id, 'device.model-offer', modelId],
    queryFn: async ({ client }): Promise<ModelOffer | null> => {
      const detail = await client.fetchQuery(modelQuery(surface, modelId)).catch((error: unknown) => {
        if (isApiError(error) && error.status === 404) return null;
        throw error;
      });
      if (detail === null) return null;
      // Without an authored document there is none to read.
      if (detail.input_schema_url === undefined) return { detail, fit: UNDESCRIBED, documentText: null };
      const { text } = await client.fetchQuery(schemaQuery(surface, modelId));
      return { detail, fit: await askDocument('fit', text, bodyText), documentText: text };
    },
    // The input is that of the dialog, which ends with it.
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
}

/** Whether the input can go there as it is. */
export function isWholeFit({ isDescribed, unknown, missing, faults }: InputFit): boolean {
  return !isDescribed || (unknown.length === 0 && missing.length === 0 && faults.length === 0);
}
