import { fillPath } from '@contract/jobs/links';
import { JOB_OPERATIONS } from '@contract/jobs/operations';
import { API_KEY, IDEMPOTENCY_KEY, publicSpelling, ROUTER_HEADERS } from '@contract/router/headers';
import type { AppDeps } from '../deps';
import { jobApiError } from './job-api-error';

/**
 * Decides who may use the gateway at all. A web page can send requests to loopback and, with DNS rebinding, point its own name
 * there. Both the requested host name and the page's origin are therefore checked before any credential.
 */

const LOOPBACK = /^(?:localhost|(?:[a-z0-9-]+\.)+localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** Returns true for names and addresses of this machine, as spelled by `URL.hostname`. */
export function isLoopbackName(hostname: string): boolean {
  return LOOPBACK.test(hostname);
}

type AccessDeps = Pick<AppDeps, 'settings'>;

/** @throws HttpError `forbidden` for a foreign host name (DNS rebinding). */
export function checkHost(url: URL, { settings }: AccessDeps): void {
  if (isLoopbackName(url.hostname)) return;
  const ours = settings.allowedHosts.map((host) => host.toLowerCase());
  if (settings.publicUrl !== null) ours.push(new URL(settings.publicUrl).hostname);
  if (ours.includes(url.hostname) || ours.includes(url.host)) return;
  throw jobApiError(
    'forbidden',
    `Host ${url.hostname} is not allowed. Start the gateway with --allow-host ${url.hostname} to allow it`,
  );
}

/** Returns the start of absolute links: the public URL, which may have a path, or the origin of the request. */
export function linkBase(url: URL, { settings }: AccessDeps): string {
  return settings.publicUrl ?? url.origin;
}

/** Returns the origin of our own pages in browsers. */
export function ownOrigin(url: URL, { settings }: AccessDeps): string {
  return settings.publicUrl === null ? url.origin : new URL(settings.publicUrl).origin;
}

export function isAllowedOrigin(origin: string | null, { settings }: AccessDeps): boolean {
  return origin !== null && settings.allowedOrigins.includes(origin);
}

/**
 * Rejects calls from pages of other sites. Programs send neither header and pass. An image whose URL is signed passes too: the
 * signature is the permission.
 * @throws HttpError `forbidden`
 */
export function checkOrigin(request: Request, url: URL, deps: AccessDeps): void {
  const origin = request.headers.get('origin');
  if (origin !== null) {
    // Behind a TLS proxy, the page has the public origin while the request has the internal one.
    if (isAllowedOrigin(origin, deps) || origin === url.origin || origin === ownOrigin(url, deps)) return;
    throw jobApiError(
      'forbidden',
      `Origin ${origin} is not allowed. Start the gateway with --allow-origin ${origin} to allow it`,
    );
  }
  if (isCrossOriginRead(request) && !isSignedContent(request, url)) {
    throw jobApiError('forbidden', 'Requests from other sites are not allowed');
  }
}

/**
 * Returns true if a page of another origin caused the request. Pages on other ports of this host count, although browsers call them
 * `same-site`: any program can serve one. Only a link that the user follows from there is allowed.
 */
export function isCrossOriginRead(request: Request): boolean {
  const { headers } = request;
  switch (headers.get('sec-fetch-site')) {
    case 'cross-site':
      return true;
    case 'same-site':
      return headers.get('sec-fetch-mode') !== 'navigate' || headers.get('sec-fetch-dest') !== 'document';
    default:
      return false;
  }
}

const [CONTENT_BEFORE = '', CONTENT_AFTER = ''] = fillPath(JOB_OPERATIONS.getAssetContent.path, { id: '*' }).split('*');

/** Returns true if a content URL has a signature. The operation verifies the signature. */
export function isSignedContent(request: Request, url: URL): boolean {
  return (
    (request.method === 'GET' || request.method === 'HEAD') &&
    url.pathname.startsWith(CONTENT_BEFORE) &&
    url.pathname.endsWith(CONTENT_AFTER) &&
    url.searchParams.has('signature')
  );
}

/** docs/api-notes.md, Cross-origin requests: exact origins, never `*`, credentials allowed. */
const SPELLINGS = new Set(Object.values(ROUTER_HEADERS).flatMap((name) => [name, publicSpelling(name)]));
const EXPOSED_HEADERS = ['Content-Range', 'Accept-Ranges', 'ETag', ...SPELLINGS].join(', ');
const ALLOWED_METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS';
const ALLOWED_HEADERS = ['Authorization', 'Content-Type', 'If-None-Match', IDEMPOTENCY_KEY, API_KEY].join(', ');
const PREFLIGHT_MAX_AGE_S = 600;

/** Allows pages of listed origins to read a response. Applies to rejections too, so that the page can show the reason. */
export function allowReading(request: Request, headers: Headers, deps: AccessDeps): void {
  if (deps.settings.allowedOrigins.length === 0) return;
  // Also set on responses to other origins: an image cached without the header would later be blocked for a listed page.
  headers.append('vary', 'Origin');
  const origin = request.headers.get('origin');
  if (origin === null || !isAllowedOrigin(origin, deps)) return;
  headers.set('access-control-allow-origin', origin);
  headers.set('access-control-allow-credentials', 'true');
  headers.set('access-control-expose-headers', EXPOSED_HEADERS);
}

/** Returns the response to a CORS preflight; `null` if the request is not a preflight. */
export function preflightResponse(request: Request, deps: AccessDeps): Response | null {
  if (request.method !== 'OPTIONS' || !isAllowedOrigin(request.headers.get('origin'), deps)) return null;
  return new Response(null, {
    status: 204,
    headers: {
      'access-control-allow-methods': ALLOWED_METHODS,
      'access-control-allow-headers': ALLOWED_HEADERS,
      'access-control-max-age': String(PREFLIGHT_MAX_AGE_S),
    },
  });
}
