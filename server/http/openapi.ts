import { z } from 'zod/mini';
import type { Operation, OperationResponse } from '@contract/operation';

export type Json = Record<string, unknown>;

export interface ApiDescription {
  info: Json;
  /** For operations that define none themselves. */
  security?: Json[];
  securitySchemes: Json;
  /**
   * Schemas that become named components of the document, by name. These are the strict schemas for sending, not the tolerant ones
   * for reading.
   */
  named: Readonly<Record<string, z.ZodMiniType>>;
  /** Returns the strict schema of a body that clients parse with `read`. */
  written: (read: z.ZodMiniType | undefined) => z.ZodMiniType | undefined;
  operations: readonly DescribedOperation[];
}

export interface DescribedOperation {
  operationId: string;
  operation: Operation;
  summary: string;
  /** Descriptions by parameter name. */
  query?: Readonly<Record<string, string>>;
  headers?: Readonly<Record<string, string>>;
  /** Names of the integer query parameters. */
  integers?: readonly string[];
  body?: DescribedBody;
  /** Descriptions by status, one for each response in the table. */
  responses: Readonly<Record<number, string>>;
  responseHeaders?: Json;
  errors: readonly DescribedError[];
  security?: Json[];
}

export interface DescribedBody {
  description?: string;
  mediaType: string;
  /** One of the named schemas, or a ready JSON schema. */
  schema: z.ZodMiniType | Json;
}

export interface DescribedError {
  status: number;
  /** The error codes under this status, and the name of the property that lists them. */
  codes: readonly string[];
  listedAs: string;
  headers?: Json;
  schema: z.ZodMiniType;
}

/** Creates the published document of an API from its operation table, so that it always matches the adapter. */
export function openapiMaker(describe: () => ApiDescription): (origin: string) => Json {
  let made: { head: Json; security: Json; parts: Json } | null = null;
  return (origin) => {
    made ??= make(describe());
    return { ...made.head, servers: [{ url: origin }], ...made.security, ...made.parts };
  };
}

function make(api: ApiDescription): { head: Json; security: Json; parts: Json } {
  const paths: Record<string, Json> = {};
  for (const described of api.operations) {
    const { path, method } = described.operation;
    (paths[path] ??= {})[method.toLowerCase()] = operationOf(described, api);
  }
  return {
    head: { openapi: '3.1.0', info: { ...api.info, license: { name: 'MIT', identifier: 'MIT' } } },
    security: api.security ? { security: api.security } : {},
    parts: { paths, components: { schemas: schemasOf(api.named), securitySchemes: api.securitySchemes } },
  };
}

function operationOf(described: DescribedOperation, api: ApiDescription): Json {
  const { operationId, operation, summary, query = {}, headers = {}, integers = [], body, security } = described;
  const parameters = [
    ...[...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({ name, in: 'path', required: true, ...STRING })),
    ...Object.entries(query).map(([name, description]) => ({
      name,
      in: 'query',
      description,
      ...(integers.includes(name) ? { schema: { type: 'integer' } } : STRING),
    })),
    ...Object.entries(headers).map(([name, description]) => ({ name, in: 'header', description, ...STRING })),
  ];
  return {
    operationId,
    summary,
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body ? { requestBody: requestBody(body, api) } : {}),
    responses: { ...successes(described, api), ...errors(described, api) },
    ...(security ? { security } : {}),
  };
}

const STRING = { schema: { type: 'string' } };

function requestBody({ description, mediaType, schema }: DescribedBody, { named }: ApiDescription): Json {
  return {
    ...(description === undefined ? {} : { description }),
    required: true,
    content: { [mediaType]: { schema: isSchema(schema) ? reference(schema, named) : schema } },
  };
}

function isSchema(schema: z.ZodMiniType | Json): schema is z.ZodMiniType {
  return '_zod' in schema;
}

function successes({ operation, responses, responseHeaders }: DescribedOperation, api: ApiDescription): Json {
  return Object.fromEntries(
    Object.entries(operation.responses).map(([status, response]) => [
      status,
      {
        description: responses[Number(status)] ?? '',
        ...(responseHeaders ? { headers: responseHeaders } : {}),
        ...contentOf(response, api),
      },
    ]),
  );
}

function contentOf({ kind, read }: OperationResponse, { written, named }: ApiDescription): Json {
  switch (kind) {
    case 'none':
      return {};
    case 'bytes':
      return ofAnyType({ type: 'string', format: 'binary' });
    case 'native':
      return ofAnyType({}, { 'application/json': { schema: {} } });
    case 'events':
      return { content: { 'text/event-stream': STRING } };
    case 'json':
      return { content: { 'application/json': { schema: reference(written(read), named) } } };
  }
}

/** Client generators skip media type ranges, and would leave out the response without a complete type beside it. */
function ofAnyType(schema: Json, usual: Json = {}): Json {
  return {
    content: {
      ...usual,
      'application/octet-stream': { schema: { type: 'string', format: 'binary' } },
      '*/*': { schema },
    },
  };
}

function errors(described: DescribedOperation, { named }: ApiDescription): Json {
  return Object.fromEntries(
    described.errors.map(({ status, codes, listedAs, headers, schema }) => [
      status,
      {
        description: codes.join(', '),
        [listedAs]: codes,
        ...(headers ? { headers } : {}),
        content: { 'application/json': { schema: reference(schema, named) } },
      },
    ]),
  );
}

function reference(schema: z.ZodMiniType | undefined, named: ApiDescription['named']): Json {
  const name = Object.entries(named).find(([, each]) => each === schema)?.[0];
  if (!name) throw new Error('A body of the operation table has no name in the published document');
  return { $ref: `#/components/schemas/${name}` };
}

/** Converts the named schemas together, since they refer to one another. */
function schemasOf(named: ApiDescription['named']): Json {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(named)) registry.add(schema, { id });
  const made = z.toJSONSchema(registry, { uri: (id) => `#/components/schemas/${id}`, io: 'input' });
  return Object.fromEntries(
    Object.entries(made.schemas).map(([name, { $id: _id, $schema: _schema, ...schema }]) => [name, schema]),
  );
}
