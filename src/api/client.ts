import type { z } from 'zod/mini';
import { RELAY_HEADER } from '@contract/console/surfaces';
import { fillPath } from '@contract/jobs/links';
import type { Operation } from '@contract/operation';
import { JOB_OPERATIONS, type JobOperationId, type JobBody } from '@contract/jobs/operations';
import { t } from '@/lib/i18n/messages';
import { ApiError, errorFromResponse, readRequestId, serverRemovedError } from './api-error';
import { fetchText, jobApiUrl, assertItemCount, MAX_LIST_BYTES } from './fetch-from-surface';
import { withAbsoluteLinks } from './links';
import type { Surface } from './surface';
import { assertOffered, recordFromResponse } from './surfaces/offered-operations';

/**
 * Client for the operation table. `follow` requests links of responses; `call` builds only root URLs (Job API 1, design
 * rule 4). Responses are parsed leniently, and their links are made absolute here, against the URL of the request, so that
 * no other code has to apply the link rule.
 */

export interface RequestOptions {
  params?: Readonly<Record<string, string>>;
  query?: URLSearchParams | Readonly<Record<string, string>>;
  headers?: Readonly<Record<string, string>>;
  /** JSON text of the body: `JSON.stringify` would change the numbers of a workflow. */
  jsonText?: string;
  /** Parses the body instead of the table's schema, for responses whose form differs between surfaces. */
  read?: z.ZodMiniType;
  signal?: AbortSignal;
  /** Sends the request even if the surface is known to lack the operation. */
  isAlwaysSent?: boolean;
}

export interface Answer<Body> {
  status: number;
  /** `undefined` for responses without a body. */
  body: Body;
  /** Raw text of the body: parsing would change the numbers of a workflow. */
  text: string;
  headers: Headers;
  requestId: string | null;
  /** Monotonic timestamp before the request was sent: responses older than the known state are discarded. */
  startedAt: number;
}

type BodyOf<Id extends JobOperationId> = JobBody<Id> extends never ? undefined : JobBody<Id>;

export async function call<Id extends JobOperationId>(
  surface: Surface,
  id: Id,
  options: RequestOptions = {},
): Promise<Answer<BodyOf<Id>>> {
  return send<BodyOf<Id>>(surface, id, operationUrl(surface, id, options), options);
}

/** Follows a link of a response; it is already absolute. */
export async function follow<Id extends JobOperationId>(
  surface: Surface,
  id: Id,
  link: string,
  options: Omit<RequestOptions, 'params' | 'query'> = {},
): Promise<Answer<BodyOf<Id>>> {
  return send<BodyOf<Id>>(surface, id, link, options);
}

export function operationUrl(surface: Surface, id: JobOperationId, options: RequestOptions = {}): string {
  const path = fillPath(JOB_OPERATIONS[id].path, options.params ?? {});
  const query = new URLSearchParams(options.query).toString();
  return `${jobApiUrl(surface)}${path}${query ? `?${query}` : ''}`;
}

async function send<Body>(
  surface: Surface,
  id: JobOperationId,
  url: string,
  options: RequestOptions,
): Promise<Answer<Body>> {
  const operation: Operation = JOB_OPERATIONS[id];
  if (options.isAlwaysSent !== true) assertOffered(surface, id);
  const startedAt = performance.now();
  const { response, text } = await fetchText(surface, url, {
    method: operation.method,
    headers: {
      ...options.headers,
      ...(options.jsonText === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(options.jsonText === undefined ? {} : { body: options.jsonText }),
    ...(options.signal ? { signal: options.signal } : {}),
    ...(id === 'listJobs' ? { maxBytes: MAX_LIST_BYTES } : {}),
  });
  recordFromResponse(surface, id, response);
  // The relay does not know the server: the request did not reach it, so this says nothing about its jobs.
  if (response.status === 404 && response.headers.get(RELAY_HEADER) === 'error') throw serverRemovedError();
  if (!response.ok) throw errorFromResponse(response.status, response.headers, text);
  return {
    status: response.status,
    // The operation table pairs each schema with the type of its body; `read` replaces such a schema.
    body: readBody(operation, surface, response, text, url, options.read) as Body,
    text,
    headers: response.headers,
    requestId: readRequestId(response.headers),
    startedAt,
  };
}

function readBody(
  operation: Operation,
  surface: Surface,
  response: Response,
  text: string,
  url: string,
  read: z.ZodMiniType | undefined,
): unknown {
  const schema = read ?? operation.responses[response.status]?.read ?? firstSchema(operation);
  if (text === '' || !schema) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw malformed(response, error);
  }
  assertItemCount(response, value);
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw malformed(response, parsed.error);
  return withAbsoluteLinks(parsed.data, surface, response.url || url);
}

/** An additive API change may use another success status with the same body. */
function firstSchema(operation: Operation) {
  return Object.values(operation.responses).find((response) => response.read)?.read;
}

function malformed(response: Response, cause: unknown): ApiError {
  return new ApiError({
    kind: 'malformed',
    code: 'malformed',
    status: response.status,
    message: t('The server sent a response that Flowdeck does not understand.'),
    requestId: readRequestId(response.headers),
    cause,
  });
}
