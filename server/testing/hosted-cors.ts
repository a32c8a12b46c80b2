import { API_KEY, IDEMPOTENCY_KEY } from '@contract/router/headers';

const METHODS = 'GET, HEAD, POST, DELETE, OPTIONS';
const REQUEST_HEADERS = ['Authorization', 'Content-Type', IDEMPOTENCY_KEY, API_KEY].join(', ');
/** Headers that the public proxy exposes (docs/api-notes.md, Cross-origin requests): neither request ids nor tags. */
const EXPOSED = 'Retry-After, Content-Range, Accept-Ranges';

/** Returns the response to a preflight; `null` for other requests, and if the origin is not allowed. */
export function preflightResponse(request: Request, allowedOrigins: readonly string[] | undefined): Response | null {
  const isPreflight = request.method === 'OPTIONS' && request.headers.has('access-control-request-method');
  if (!isPreflight || !isAllowed(request, allowedOrigins)) return null;
  const headers = { 'access-control-allow-methods': METHODS, 'access-control-allow-headers': REQUEST_HEADERS };
  return new Response(null, { status: 204, headers });
}

/** Allows a page of an allowed origin to read the response. */
export function addCorsHeaders(
  request: Request,
  headers: Headers,
  allowedOrigins: readonly string[] | undefined,
): void {
  if (!isAllowed(request, allowedOrigins)) return;
  headers.append('vary', 'Origin');
  headers.set('access-control-allow-origin', request.headers.get('origin') ?? '');
  headers.set('access-control-expose-headers', EXPOSED);
}

function isAllowed(request: Request, allowedOrigins: readonly string[] | undefined): boolean {
  const origin = request.headers.get('origin');
  return origin !== null && (allowedOrigins ?? []).includes(origin);
}
