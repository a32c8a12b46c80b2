import { RELAY_HEADER } from '@contract/console/surfaces';
import { bucketOf } from '@contract/router/errors';
import { readResponseHeaders } from '@contract/router/headers';
import type { z } from 'zod/mini';
import { t } from '@/lib/i18n/messages';
import { ApiError, codeWithoutEnvelope, errorFromResponse, isApiError } from './api-error';
import { fetchText, type PlainInit, assertItemCount } from './fetch-from-surface';
import { readRouterError } from './error-body';
import type { Surface } from './surface';

/** Error code for a surface without a Model Router: no request is sent, and the rest of the console works without it. */
export const NO_ROUTER = 'no_router';

export interface RouterResponse {
  status: number;
  headers: Headers;
  text: string;
  requestId: string | null;
}

/**
 * Sends a short request to the surface's router: catalog, detail, schema. Runs use `src/domains/model-calls`. 304 is a valid
 * response. @throws ApiError; its code is the bucket, or the status if the response has none
 */
export async function fetchRouter(surface: Surface, path: string, init: PlainInit = {}): Promise<RouterResponse> {
  if (surface.routerBaseUrl === null) {
    throw new ApiError({
      kind: 'answered',
      code: NO_ROUTER,
      message: t('{name} has no Model Router.', { name: surface.name }),
    });
  }
  const { response, text } = await fetchText(surface, surface.routerBaseUrl + path, init);
  const { status, headers } = response;
  if (!response.ok && status !== 304) throw routerError(status, headers, text);
  return { status, headers, text, requestId: readResponseHeaders(headers).requestId };
}

/** @throws ApiError of the kind `malformed` */
export function readRouterBody<Schema extends z.ZodMiniType>(
  response: RouterResponse,
  schema: Schema,
): z.infer<Schema> {
  try {
    const value: unknown = JSON.parse(response.text);
    assertItemCount(response, value);
    return schema.parse(value);
  } catch (cause) {
    if (isApiError(cause)) throw cause;
    throw new ApiError({
      kind: 'malformed',
      code: 'malformed',
      status: response.status,
      message: t('The router returned a response that Flowdeck cannot parse.'),
      requestId: response.requestId,
      cause,
    });
  }
}

function routerError(status: number, headers: Headers, text: string): ApiError {
  // Errors of the relay itself have the same format for both APIs.
  if (headers.get(RELAY_HEADER) === 'error') return errorFromResponse(status, headers, text);
  const { errorType: bucket, detail, requestId, retryAfterS } = readRouterError(headers, text);
  return new ApiError({
    kind: 'answered',
    status,
    code: bucket === null ? codeWithoutEnvelope(status) : bucketOf(status, bucket),
    message: detail ?? t('The router responded with {status} without a reason.', { status }),
    details: { bucket },
    requestId,
    retryAfterS,
  });
}
