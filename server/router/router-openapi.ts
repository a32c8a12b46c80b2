import type { Hono } from 'hono';
import type { z } from 'zod/mini';
import type { ReadBucket } from '@contract/router/errors';
import { IDEMPOTENCY_KEY, publicSpelling, ROUTER_HEADERS, type RouterHeader } from '@contract/router/headers';
import { ROUTER_OPERATION_DOCS, type RouterOperationDocs } from '@contract/router/operation-docs';
import {
  OPERATIONS_OF,
  type RouterErrors,
  type RouterOperation,
  type RouterOperationId,
  type RouterPrefix,
  type RouterResponse,
} from '@contract/router/operations';
import * as schemas from '@contract/router/schemas';
import * as written from '@contract/router/written-schemas';
import type { AppEnv } from '../http/env';
import { namedSchemas } from '../http/openapi-schemas';

type Json = Record<string, unknown>;

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

/** `GET /v2/openapi.json`, made from the operation table as that of the Job API is. */
export function mountRouterOpenapi(app: Hono<AppEnv>): void {
  app.get('/v2/openapi.json', (c) => c.json(routerDocument(c.get('origin'))));
}

let parts: { paths: Json; components: Json } | null = null;

export function routerDocument(origin: string): Json {
  parts ??= {
    paths: { ...pathsOf('v2'), ...pathsOf('v1') },
    components: {
      schemas: namedSchemas(NAMED),
      securitySchemes: {
        apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
        bearer: { type: 'http', scheme: 'bearer' },
      },
    },
  };
  return {
    openapi: '3.1.0',
    info: {
      title: 'Model Router API',
      version: '2.0.0',
      description: 'One call runs one model. /v1 is an earlier description of the same routes.',
    },
    servers: [{ url: origin }],
    ...parts,
  };
}

function pathsOf(prefix: RouterPrefix): Json {
  const found: Record<string, Json> = {};
  for (const id of Object.keys(OPERATIONS_OF[prefix]) as RouterOperationId[]) {
    const operation = OPERATIONS_OF[prefix][id];
    (found[operation.path] ??= {})[operation.method.toLowerCase()] = describe(id, operation, prefix);
  }
  return found;
}

function describe(id: RouterOperationId, operation: RouterOperation, prefix: RouterPrefix): Json {
  const docs = ROUTER_OPERATION_DOCS[id];
  const headers = Object.entries(docs.headers ?? {}).filter(([name]) => prefix === 'v2' || name !== IDEMPOTENCY_KEY);
  const parameters = [
    ...[...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => parameter('path', name ?? '', null)),
    ...Object.entries(docs.query ?? {}).map(([name, text]) => parameter('query', name, text)),
    ...headers.map(([name, text]) => parameter('header', name, text)),
  ];
  // The earlier prefix is described as it was: what is answered beside that description is left out of it.
  const errors = prefix === 'v2' ? merged(operation.errors, operation.alsoErrors) : operation.errors;
  return {
    operationId: prefix === 'v2' ? id : `${id}V1`,
    summary: docs.summary,
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(operation.method === 'POST' ? { requestBody: MODEL_INPUT } : {}),
    responses: { ...successes(operation, docs, prefix), ...failures(errors) },
    // Nothing where the gateway has no token (Model Router 5).
    security: prefix === 'v2' ? [{}, { apiKey: [] }, { bearer: [] }] : [{}, { bearer: [] }],
  };
}

const MODEL_INPUT: Json = {
  description: 'The native input of the model, forwarded unchanged; its own document says what it takes',
  required: true,
  content: { 'application/json': { schema: { type: 'object' } } },
};

function merged(one: RouterErrors, other: RouterErrors): RouterErrors {
  const statuses = new Set([...Object.keys(one), ...Object.keys(other)].map(Number));
  return Object.fromEntries(
    [...statuses].map((status) => [status, [...(one[status] ?? []), ...(other[status] ?? [])]]),
  );
}

function parameter(place: 'path' | 'query' | 'header', name: string, description: string | null): Json {
  const type = name === 'limit' ? 'integer' : 'string';
  return {
    name,
    in: place,
    ...(place === 'path' ? { required: true } : {}),
    ...(description ? { description } : {}),
    schema: { type },
  };
}

function successes({ responses }: RouterOperation, docs: RouterOperationDocs, prefix: RouterPrefix): Json {
  const names = (docs.answerHeaders ?? []).filter((name) => prefix === 'v2' || name !== 'replayed');
  const headers = headersOf(['requestId', ...names]);
  return Object.fromEntries(
    Object.entries(responses).map(([status, response]) => [
      status,
      { description: docs.responses[Number(status)] ?? '', headers, ...contentOf(response) },
    ]),
  );
}

function contentOf({ kind, read }: RouterResponse): Json {
  switch (kind) {
    case 'none':
      return {};
    case 'native':
      return { content: { '*/*': { schema: {} } } };
    case 'json':
      return { content: { 'application/json': { schema: reference(written.writtenSchema(read)) } } };
  }
}

function failures(errors: RouterErrors): Json {
  return Object.fromEntries(
    Object.entries(errors).map(([status, buckets]: [string, readonly ReadBucket[]]) => [
      status,
      {
        description: buckets.join(', '),
        'x-error-types': buckets,
        headers: headersOf(['requestId', 'errorType']),
        content: {
          'application/json': { schema: reference(status === '422' ? NAMED.ValidationError : NAMED.Error) },
        },
      },
    ]),
  );
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

function reference(schema: z.ZodMiniType | undefined): Json {
  const name = Object.entries(NAMED).find(([, named]) => named === schema)?.[0];
  if (!name) throw new Error('A body of the operation table has no name in the published document');
  return { $ref: `#/components/schemas/${name}` };
}
