import { API_KEY, IDEMPOTENCY_KEY, publicSpelling, ROUTER_HEADERS } from '@contract/router/headers';
import type { AppDeps } from '../deps';
import { isAllowedOrigin } from './access';

/** docs/api-notes.md, Cross-origin requests: exact origins, never `*`, credentials allowed. */
const SPELLINGS = new Set(Object.values(ROUTER_HEADERS).flatMap((name) => [name, publicSpelling(name)]));
const EXPOSED = ['Content-Range', 'Accept-Ranges', 'ETag', ...SPELLINGS].join(', ');
const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS';
const REQUEST_HEADERS = ['Authorization', 'Content-Type', 'If-None-Match', IDEMPOTENCY_KEY, API_KEY].join(', ');
const MAX_AGE_S = 600;

type CorsDeps = Pick<AppDeps, 'settings'>;

/** Allows pages of listed origins to read a response. Applies to rejections too, so that the page can show the reason. */
export function allowReading(request: Request, headers: Headers, deps: CorsDeps): void {
  if (deps.settings.allowedOrigins.length === 0) return;
  // Also set on responses to other origins: an image cached without the header would later be blocked for a listed page.
  headers.append('vary', 'Origin');
  const origin = request.headers.get('origin');
  if (origin === null || !isAllowedOrigin(origin, deps)) return;
  headers.set('access-control-allow-origin', origin);
  headers.set('access-control-allow-credentials', 'true');
  headers.set('access-control-expose-headers', EXPOSED);
}

/** Returns the response to a CORS preflight; `null` if the request is not a preflight. */
export function preflightResponse(request: Request, deps: CorsDeps): Response | null {
  if (request.method !== 'OPTIONS' || !isAllowedOrigin(request.headers.get('origin'), deps)) return null;
  return new Response(null, {
    status: 204,
    headers: {
      'access-control-allow-methods': METHODS,
      'access-control-allow-headers': REQUEST_HEADERS,
      'access-control-max-age': String(MAX_AGE_S),
    },
  });
}
