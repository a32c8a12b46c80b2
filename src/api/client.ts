import type { z } from 'zod/mini';
import { fillPath } from '@contract/jobs/links';
import { JOB_OPERATIONS, type JobOperationId, type Operation, type ResponseBody } from '@contract/jobs/operations';
import { ApiError, errorFromResponse, readRequestId, unreachableError } from './api-error';
import { jobApiUrl } from './ask-surface';
import { credentialOf } from './credentials';
import { withAbsoluteLinks } from './links';
import type { Surface } from './surface';
import { assertOffered, learnFromResponse } from './surfaces/offered-operations';

/**
 * One client over the operation table. Links of answers are followed with `follow`; only roots are built with `call`
 * (Job API 1, design rule 4). What comes in is read leniently; links are made absolute here, against the request that
 * returned them, so that nobody else has to know the link rule.
 */

export interface RequestOptions {
  params?: Readonly<Record<string, string>>;
  query?: URLSearchParams | Readonly<Record<string, string>>;
  headers?: Readonly<Record<string, string>>;
  /** JSON text as it goes out: a workflow's numbers do not survive `JSON.stringify`. */
  jsonText?: string;
  /** Reads the body in place of the table's schema, for answers that surfaces word differently. */
  read?: z.ZodMiniType;
  signal?: AbortSignal;
  /** Even if the surface was seen to lack the operation. */
  isAskedAnyway?: boolean;
}

export interface Answer<Body> {
  status: number;
  /** Undefined for answers without a body. */
  body: Body;
  /** As it came: numbers of a workflow do not survive the parsed body. */
  text: string;
  headers: Headers;
  requestId: string | null;
  /** Monotonic instant before the request left: an answer older than what is known is dropped (design, Data policy). */
  startedAt: number;
}

type BodyOf<Id extends JobOperationId> = ResponseBody<Id> extends never ? undefined : ResponseBody<Id>;

export async function call<Id extends JobOperationId>(
  surface: Surface,
  id: Id,
  options: RequestOptions = {},
): Promise<Answer<BodyOf<Id>>> {
  return send<BodyOf<Id>>(surface, id, operationUrl(surface, id, options), options);
}

/** Follows a link that an answer held; it is absolute already. */
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
  if (options.isAskedAnyway !== true) assertOffered(surface, id);
  const startedAt = performance.now();
  const credential = credentialOf(surface, url);
  const headers = new Headers({ ...credential.headers, ...options.headers });
  if (options.jsonText !== undefined) headers.set('Content-Type', 'application/json');
  let response: Response;
  let text: string;
  try {
    response = await fetch(url, {
      method: operation.method,
      headers,
      credentials: credential.mode,
      ...(options.jsonText === undefined ? {} : { body: options.jsonText }),
      ...(options.signal ? { signal: options.signal } : {}),
    });
    text = await response.text();
  } catch (error) {
    if (options.signal?.aborted) throw error;
    throw unreachableError(error);
  }
  learnFromResponse(surface, id, response);
  if (!response.ok) throw errorFromResponse(response.status, response.headers, text);
  return {
    status: response.status,
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
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw malformed(response, parsed.error);
  return withAbsoluteLinks(parsed.data, surface, response.url || url);
}

/** Additive change may bring another success status with the same body. */
function firstSchema(operation: Operation) {
  return Object.values(operation.responses).find((response) => response.read)?.read;
}

function malformed(response: Response, cause: unknown): ApiError {
  return new ApiError({
    kind: 'malformed',
    code: 'malformed',
    status: response.status,
    message: 'The server sent a response that Flowdeck does not understand.',
    requestId: readRequestId(response.headers),
    cause,
  });
}
