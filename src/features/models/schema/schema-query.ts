import { queryOptions } from '@tanstack/react-query';
import { modelSchemaPath } from '@contract/router/model-id';
import { ApiError } from '@/api/api-error';
import { openDatabase } from '@/domains/database';
import { isOwnGateway, operationKey, type Surface } from '@/api/surface';
import { takePreload } from '@/api/take-preload';
import { t } from '@/lib/i18n/messages';
import { callDocumentWorker, LARGE_DOCUMENT_CHARS } from './document-client';
import { NO_SUMMARY, summarizeDocument, type StoredSchema } from '@/domains/models/document-summary';
import { fetchRouter, type RouterResponse } from '@/api/router-client';

/** Current document. `isUnchanged`: the router responded with 304, so the cached copy is still valid. */
export interface SchemaResult extends StoredSchema {
  isUnchanged: boolean;
}

/** Schema document of a model, revalidated with the ETag of the cached copy. @throws ApiError */
export function schemaQuery(surface: Surface, modelId: string) {
  return queryOptions({
    queryKey: operationKey(surface, 'getModelSchema', modelId),
    queryFn: ({ signal }) => readSchema(surface, modelId, signal),
    staleTime: 60_000,
    refetchOnWindowFocus: false,
    structuralSharing: false,
  });
}

async function readSchema(surface: Surface, modelId: string, signal: AbortSignal): Promise<SchemaResult> {
  const path = modelSchemaPath(modelId);
  // The gateway has just preloaded it with the page.
  if (isOwnGateway(surface) && takePreload(path)) {
    return readDocument(surface, modelId, await fetchRouter(surface, path, { signal }));
  }
  const stored = await storedSchema(surface, modelId);
  // `no-store`: otherwise, the browser cache turns a 304 into a 200 and hides that nothing changed.
  const headers: Record<string, string> = stored ? { 'If-None-Match': stored.etag } : {};
  const response = await fetchRouter(surface, path, { signal, headers, cache: 'no-store' });
  if (response.status === 304) {
    if (stored) return { ...stored, isUnchanged: true };
    throw new ApiError({ kind: 'malformed', code: 'malformed', status: 304, message: t('The router sent no schema.') });
  }
  return readDocument(surface, modelId, response);
}

async function readDocument(surface: Surface, modelId: string, response: RouterResponse): Promise<SchemaResult> {
  const result = await describe(response.text, response.headers.get('ETag') ?? '');
  // The form does not wait for the write.
  if (result.etag !== '') void keepSchema(surface, modelId, result);
  return { ...result, isUnchanged: false };
}

async function describe(text: string, etag: string): Promise<StoredSchema> {
  if (text.length <= LARGE_DOCUMENT_CHARS) return { etag, text, ...summarizeDocument(text) };
  return { etag, text, ...(await callDocumentWorker('summary', text).catch(() => NO_SUMMARY)) };
}

export interface SchemaDetails extends Pick<StoredSchema, 'summary' | 'outputModalities'> {
  /** Whether our gateway lacks the key of its provider. */
  needsKey?: boolean;
}

/** Details of models by id, from the schema documents that this device has read. */
export function knownSchemasQuery(surface: Surface) {
  return queryOptions({
    queryKey: [surface.id, 'device.schemas'],
    queryFn: async (): Promise<ReadonlyMap<string, SchemaDetails>> => {
      const known = new Map<string, SchemaDetails>();
      try {
        const store = (await openDatabase()).transaction('schemas').store;
        const range = IDBKeyRange.bound([surface.id], [surface.id, []]);
        for await (const { key, value } of store.iterate(range)) {
          known.set(key[1], { summary: value.summary, outputModalities: value.outputModalities });
        }
      } catch {
        // Without storage, there are no details.
      }
      return known;
    },
    staleTime: 0,
    structuralSharing: false,
  });
}

/** Returns the document cached by an earlier visit, or `null`. */
export async function storedSchema(surface: Surface, modelId: string): Promise<StoredSchema | null> {
  try {
    return (await (await openDatabase()).get('schemas', [surface.id, modelId])) ?? null;
  } catch {
    return null;
  }
}

async function keepSchema(surface: Surface, modelId: string, schema: StoredSchema): Promise<void> {
  try {
    await (await openDatabase()).put('schemas', schema, [surface.id, modelId]);
  } catch {
    // The next request fetches it in full.
  }
}
