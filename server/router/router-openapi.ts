import type { ReadBucket } from '@contract/router/errors';
import { IDEMPOTENCY_KEY, publicSpelling, ROUTER_HEADERS, type RouterHeader } from '@contract/router/headers';
import { ROUTER_OPERATION_DOCS } from '@contract/router/operation-docs';
import {
  OPERATIONS_OF,
  type RouterErrors,
  type RouterOperationId,
  type RouterPrefix,
} from '@contract/router/operations';
import * as schemas from '@contract/router/schemas';
import * as written from '@contract/router/written-schemas';
import { openapiMaker, type DescribedError, type DescribedOperation, type Json } from '../http/openapi';
import { ownKeys } from '@contract/typed-objects';

const NAMED = {
  ModelListEntry: written.WrittenModelEntry,
  ModelDetail: written.WrittenModelDetail,
  ModelListPage: written.WrittenModelPage,
  SchemaDocument: schemas.SchemaDocument,
  RequestHandle: written.WrittenRequestHandle,
  RequestStatus: written.WrittenRequestStatus,
  RequestCancellation: written.WrittenRequestCancellation,
  Error: written.WrittenRouterError,
  ValidationError: written.WrittenValidationError,
} as const;

/** `GET /v2/openapi.json` */
export const routerDocument = openapiMaker(() => ({
  info: {
    title: 'Model Router API',
    version: '2.0.0',
    description: 'One call runs one model. /v1 is an earlier description of the same routes.',
  },
  securitySchemes: {
    apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
    bearer: { type: 'http', scheme: 'bearer' },
  },
  named: NAMED,
  written: written.writtenSchema,
  operations: (['v2', 'v1'] as const).flatMap((prefix) =>
    ownKeys(OPERATIONS_OF[prefix]).map((id) => describe(id, prefix)),
  ),
}));

const MODEL_INPUT = {
  description: 'The native input of the model, forwarded unchanged; its own document describes it',
  mediaType: 'application/json',
  schema: { type: 'object' },
};

function describe(id: RouterOperationId, prefix: RouterPrefix): DescribedOperation {
  const operation = OPERATIONS_OF[prefix][id];
  const { summary, query, headers = {}, answerHeaders: responseHeaders = [], responses } = ROUTER_OPERATION_DOCS[id];
  const isCurrent = prefix === 'v2';
  return {
    operationId: isCurrent ? id : `${id}V1`,
    operation,
    summary,
    ...(query ? { query } : {}),
    integers: ['limit'],
    headers: Object.fromEntries(Object.entries(headers).filter(([name]) => isCurrent || name !== IDEMPOTENCY_KEY)),
    ...(operation.method === 'POST' ? { body: MODEL_INPUT } : {}),
    responses,
    responseHeaders: headersOf(['requestId', ...responseHeaders.filter((name) => isCurrent || name !== 'replayed')]),
    // The v1 prefix keeps its original description; errors added later are omitted.
    errors: describeErrors(isCurrent ? merged(operation.errors, operation.alsoErrors) : operation.errors),
    // `{}`: no credentials are needed if the gateway has no token (Model Router 5).
    security: isCurrent ? [{}, { apiKey: [] }, { bearer: [] }] : [{}, { bearer: [] }],
  };
}

function merged(one: RouterErrors, other: RouterErrors): RouterErrors {
  const statuses = new Set([...Object.keys(one), ...Object.keys(other)].map(Number));
  return Object.fromEntries(
    [...statuses].map((status) => [status, [...(one[status] ?? []), ...(other[status] ?? [])]]),
  );
}

function describeErrors(errors: RouterErrors): DescribedError[] {
  return Object.entries(errors).map(([status, buckets]: [string, readonly ReadBucket[]]) => ({
    status: Number(status),
    codes: buckets,
    listedAs: 'x-error-types',
    headers: headersOf(['requestId', 'errorType']),
    schema: status === '422' ? NAMED.ValidationError : NAMED.Error,
  }));
}

function headersOf(names: readonly (RouterHeader | 'etag' | 'cacheControl')[]): Json {
  return Object.fromEntries(
    names.flatMap((name) =>
      [...spellingsOf(name)].map((spelling) => [
        spelling,
        { schema: { type: name.startsWith('spend') ? 'integer' : 'string' } },
      ]),
    ),
  );
}

function spellingsOf(name: RouterHeader | 'etag' | 'cacheControl'): Iterable<string> {
  if (name === 'etag') return ['ETag'];
  if (name === 'cacheControl') return ['Cache-Control'];
  return new Set([ROUTER_HEADERS[name], publicSpelling(ROUTER_HEADERS[name])]);
}
