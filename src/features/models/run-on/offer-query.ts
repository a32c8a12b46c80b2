import { queryOptions } from '@tanstack/react-query';
import type { ModelDetail } from '@contract/router/schemas';
import { isApiError } from '@/api/api-error';
import { callDocumentWorker } from '@/features/models/schema/document-client';
import { modelQuery } from '@/domains/models/model-queries';
import { schemaQuery } from '@/features/models/schema/schema-query';
import type { Surface } from '@/api/surface';
import { UNDESCRIBED, type InputFit } from '../schema/input-fit';

/** A model on another server. */
export interface ModelOffer {
  detail: ModelDetail;
  /** How the input fits the model there. */
  fit: InputFit;
  /** Schema document on that server; `null` if there is none. */
  documentText: string | null;
}

/** Resolves to `null` if the server does not have the model. */
export function offerQuery(surface: Surface, modelId: string, bodyText: string) {
  return queryOptions({
    queryKey: [surface.id, 'device.model-offer', modelId],
    queryFn: async ({ client }): Promise<ModelOffer | null> => {
      const detail = await client.fetchQuery(modelQuery(surface, modelId)).catch((error: unknown) => {
        if (isApiError(error) && error.status === 404) return null;
        throw error;
      });
      if (detail === null) return null;
      // Models without an authored schema have no document to read.
      if (detail.input_schema_url === undefined) return { detail, fit: UNDESCRIBED, documentText: null };
      const { text } = await client.fetchQuery(schemaQuery(surface, modelId));
      return { detail, fit: await callDocumentWorker('fit', text, bodyText), documentText: text };
    },
    // The input does not change while the dialog is open.
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
}

/** Returns true if the input can be sent there unchanged. */
export function isExactFit({ isDescribed, unknown, missing, faults }: InputFit): boolean {
  return !isDescribed || (unknown.length === 0 && missing.length === 0 && faults.length === 0);
}
