import { queryOptions } from '@tanstack/react-query';
import { modelSchemaPath } from '@contract/router/model-id';
import { ApiError } from '../api-error';
import { openDatabase } from '../storage/database';
import { isOwnGateway, operationKey, type Surface } from '../surface';
import { takePreload } from '../take-preload';
import { askDocument, LARGE_DOCUMENT_CHARS } from './ask-document';
import { NO_SUMMARY, summarizeDocument } from './document-summary';
import { fetchRouter, type RouterAnswer } from './router-client';
import type { StoredSchema } from './stored-schema';

/** A document as it is now. `isUnchanged`: the router said by a 304 that our copy still holds. */
export interface SchemaResult extends StoredSchema {
  isUnchanged: boolean;
}

/** The schema document of a model, asked for by the tag of the copy that this browser has. @throws ApiError */
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
  // The gateway gave it with the page a moment ago.
  if (isOwnGateway(surface) && takePreload(path)) {
    return readDocument(surface, modelId, await fetchRouter(surface, path, { signal }));
  }
  const stored = await storedSchema(surface, modelId);
  // `no-store`: the browser's own cache would answer a 304 with a 200, and hide that nothing changed.
  const headers: Record<string, string> = stored ? { 'If-None-Match': stored.etag } : {};
  const answer = await fetchRouter(surface, path, { signal, headers, cache: 'no-store' });
  if (answer.status === 304) {
    if (stored) return { ...stored, isUnchanged: true };
    throw new ApiError({ kind: 'malformed', code: 'malformed', status: 304, message: 'The router sent no schema.' });
  }
  return readDocument(surface, modelId, answer);
}

async function readDocument(surface: Surface, modelId: string, answer: RouterAnswer): Promise<SchemaResult> {
  const reading = await describe(answer.text, answer.headers.get('ETag') ?? '');
  // The form does not wait for it.
  if (reading.etag !== '') void keepSchema(surface, modelId, reading);
  return { ...reading, isUnchanged: false };
}

async function describe(text: string, etag: string): Promise<StoredSchema> {
  if (text.length <= LARGE_DOCUMENT_CHARS) return { etag, text, ...summarizeDocument(text) };
  return { etag, text, ...(await askDocument('summary', text).catch(() => NO_SUMMARY)) };
}

export type SchemaDetails = Pick<StoredSchema, 'summary' | 'outputModalities'>;

/** What is known of the models beside the catalog, by id, as far as their documents were read on this device. */
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
        // Nothing is kept here, so nothing is known.
      }
      return known;
    },
    staleTime: 0,
    structuralSharing: false,
  });
}

/** The document as an earlier visit read it, or null. */
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
    // It is asked for whole the next time.
  }
}
