import { RELAY_HEADER } from '@contract/console/surfaces';
import { bucketOf } from '@contract/router/errors';
import { readResponseHeaders } from '@contract/router/headers';
import { RouterError } from '@contract/router/schemas';
import type { z } from 'zod/mini';
import { ApiError, errorFromResponse } from '../api-error';
import { fetchText } from '../ask-surface';
import type { Surface } from '../surface';

/** A surface without a Model Router of its own: no request is made, and the rest of the console needs none. */
export const NO_ROUTER = 'no_router';

export interface RouterAnswer {
  status: number;
  headers: Headers;
  text: string;
  requestId: string | null;
}

/**
 * Asks the surface's router for something short: catalog, detail, schema. Runs go through `src/api/runs`. 304 is an
 * answer too. @throws ApiError; its code is the bucket, or the status where the answer names none
 */
export async function fetchRouter(surface: Surface, path: string, init: RequestInit = {}): Promise<RouterAnswer> {
  if (surface.routerBaseUrl === null) {
    throw new ApiError({ kind: 'answered', code: NO_ROUTER, message: `${surface.name} has no Model Router.` });
  }
  const { response, text } = await fetchText(surface, surface.routerBaseUrl + path, init);
  const { status, headers } = response;
  if (!response.ok && status !== 304) throw routerError(status, headers, text);
  return { status, headers, text, requestId: readResponseHeaders(headers).requestId };
}

/** @throws ApiError of the kind `malformed` */
export function readRouterBody<Schema extends z.ZodMiniType>(answer: RouterAnswer, schema: Schema): z.infer<Schema> {
  try {
    return schema.parse(JSON.parse(answer.text)) as z.infer<Schema>;
  } catch (cause) {
    throw new ApiError({
      kind: 'malformed',
      code: 'malformed',
      status: answer.status,
      message: 'The router answered in a form that Flowdeck does not understand.',
      requestId: answer.requestId,
      cause,
    });
  }
}

function routerError(status: number, headers: Headers, text: string): ApiError {
  // The relay has one form for its own errors, whichever API was asked.
  if (headers.get(RELAY_HEADER) === 'error') return errorFromResponse(status, headers, text);
  const facts = readResponseHeaders(headers);
  const said = RouterError.safeParse(parseOrNull(text));
  const bucket = facts.errorType ?? (said.success ? said.data.error_type : null);
  return new ApiError({
    kind: 'answered',
    status,
    code: bucket === null ? `http_${status}` : bucketOf(status, bucket),
    message: said.success ? said.data.detail : `The router answered ${status} without saying why.`,
    details: { bucket },
    requestId: facts.requestId,
    retryAfterS: facts.retryAfterS,
  });
}

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
