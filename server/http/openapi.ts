import type { Hono } from 'hono';
import type { z } from 'zod/mini';
import * as bodies from '@contract/jobs/body-schemas';
import { ERROR_CODES, type ErrorCode } from '@contract/jobs/error-codes';
import { ErrorEnvelope } from '@contract/jobs/errors';
import { OPERATION_DOCS, type OperationDocs } from '@contract/jobs/operation-docs';
import { OPERATION_SPECS, type OperationTerms } from '@contract/jobs/operation-specs';
import { JOB_OPERATIONS, type JobOperationId, type Operation, type OperationResponse } from '@contract/jobs/operations';
import * as schemas from '@contract/jobs/schemas';
import * as written from '@contract/jobs/written-schemas';
import type { GateDeps } from './credentials';
import type { AppEnv } from './env';
import { authenticate } from './gate';
import { namedSchemas } from './openapi-schemas';

type Json = Record<string, unknown>;

/** Schemas that get a name of their own in the document, by that name: what the gateway writes, not what it may read. */
const NAMED = {
  Job: written.WrittenJob,
  JobPage: written.WrittenJobPage,
  Progress: schemas.Progress,
  NodeState: schemas.NodeState,
  Output: written.WrittenOutput,
  JobError: schemas.JobError,
  Asset: written.WrittenAsset,
  WorkflowReadback: schemas.WorkflowReadback,
  JobLogs: schemas.JobLogs,
  Health: schemas.Health,
  SubmitBody: bodies.SubmitBody,
  ExtraData: bodies.ExtraData,
  FromHashBody: bodies.FromHashBody,
  ErrorEnvelope,
} as const;

/** `GET /api/v2/openapi.json`, made from the operation table: it cannot say anything that the adapter does not do. */
export function mountOpenapi(app: Hono<AppEnv>, deps: GateDeps): void {
  app.get('/api/v2/openapi.json', authenticate(deps), (c) => c.json(openapiDocument(c.get('origin'))));
}

let parts: { paths: Json; components: Json } | null = null;

export function openapiDocument(origin: string): Json {
  parts ??= { paths: paths(), components: components() };
  return {
    openapi: '3.1.0',
    info: {
      title: 'Workflow Job API',
      version: '2.0.0',
      description: 'Beta (0.1.x): the surface may still change. Changes within v2 only add; a breaking change is a v3.',
      'x-stability': 'beta',
    },
    servers: [{ url: origin }],
    // Job API 5: nothing by default, a static bearer token where one is configured.
    security: [{}, { bearer: [] }],
    ...parts,
  };
}

function paths(): Json {
  const found: Record<string, Json> = {};
  for (const id of Object.keys(JOB_OPERATIONS) as JobOperationId[]) {
    const operation = JOB_OPERATIONS[id];
    (found[operation.path] ??= {})[operation.method.toLowerCase()] = describe(id, operation);
  }
  return found;
}

function describe(id: JobOperationId, operation: Operation): Json {
  const docs = OPERATION_DOCS[id];
  const terms = OPERATION_SPECS[id];
  const body = requestBody(terms, docs);
  const parameters = [
    ...[...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => parameter('path', name ?? '', null)),
    ...Object.entries(docs.query ?? {}).map(([name, text]) => parameter('query', name, text)),
    ...Object.entries(docs.headers ?? {}).map(([name, text]) => parameter('header', name, text)),
  ];
  return {
    operationId: id,
    summary: docs.summary,
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body ? { requestBody: body } : {}),
    responses: { ...successes(operation, docs), ...failures(terms.errors) },
    ...(operation.open ? { security: [{}] } : {}),
  };
}

function parameter(place: 'path' | 'query' | 'header', name: string, description: string | null): Json {
  const required = place === 'path' ? { required: true } : {};
  return { name, in: place, ...required, ...(description ? { description } : {}), schema: { type: 'string' } };
}

function requestBody({ body }: OperationTerms, docs: OperationDocs): Json | null {
  if (!body) return null;
  if (body.kind === 'json') {
    return { required: true, content: { 'application/json': { schema: reference(body.schema) } } };
  }
  const parts = Object.entries(docs.parts ?? {});
  const properties = Object.fromEntries(
    parts.map(([name, description]) => [
      name,
      { description, type: 'string', ...(name === 'file' ? { format: 'binary' } : {}) },
    ]),
  );
  const required = parts.filter(([, text]) => text.includes('required')).map(([name]) => name);
  return { required: true, content: { 'multipart/form-data': { schema: { type: 'object', properties, required } } } };
}

function successes({ responses }: Operation, docs: OperationDocs): Json {
  return Object.fromEntries(
    Object.entries(responses).map(([status, response]) => [
      status,
      success(response, docs.responses[Number(status)] ?? ''),
    ]),
  );
}

function success({ kind, read }: OperationResponse, description: string): Json {
  switch (kind) {
    case 'none':
      return { description };
    case 'bytes':
      return { description, content: { '*/*': { schema: { type: 'string', format: 'binary' } } } };
    case 'events':
      return { description, content: { 'text/event-stream': { schema: { type: 'string' } } } };
    case 'json':
      return { description, content: { 'application/json': { schema: reference(written.writtenSchema(read)) } } };
  }
}

function failures(codes: readonly ErrorCode[]): Json {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of codes) {
    const facts = ERROR_CODES[code];
    for (const status of [facts.status, ...(facts.alsoStatus ?? [])]) {
      byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
    }
  }
  return Object.fromEntries(
    [...byStatus].map(([status, names]) => [
      status,
      {
        description: names.join(', '),
        'x-error-codes': names,
        ...(names.some((name) => ERROR_CODES[name].retryAfter) ? { headers: RETRY_AFTER } : {}),
        content: { 'application/json': { schema: reference(ErrorEnvelope) } },
      },
    ]),
  );
}

const RETRY_AFTER = {
  'Retry-After': { description: 'Seconds to wait before the same request is sent again', schema: { type: 'integer' } },
};

function reference(schema: z.ZodMiniType | undefined): Json {
  const name = Object.entries(NAMED).find(([, named]) => named === schema)?.[0];
  if (!name) throw new Error('A body of the operation table has no name in the published document');
  return { $ref: `#/components/schemas/${name}` };
}

function components(): Json {
  return { schemas: namedSchemas(NAMED), securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } };
}
