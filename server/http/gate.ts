import type { Context, MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import { RELAY_HEADER } from '@contract/console/surfaces';
import { readHeader, writePublicSpellings } from '@contract/router/headers';
import type { AppDeps } from '../deps';
import {
  allowReading,
  checkHost,
  checkOrigin,
  isCrossOriginRead,
  isSignedContent,
  linkBase,
  preflightResponse,
} from './access';
import { requireCredential, presentsCredential, type CredentialDeps } from './credentials';
import type { AppEnv } from './env';
import { addSecurityHeaders } from './security-headers';

/** The only account of the plain gateway. */
export const LOCAL_OWNER = 'local';

/**
 * The outermost middleware: assigns a request id and writes one log line per request. Query strings contain signatures and are
 * never logged.
 */
export function nameAndLog(
  deps: Pick<AppDeps, 'newId' | 'clock' | 'log' | 'settings' | 'ownerOf' | 'metrics' | 'traces'>,
): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const requestId = deps.newId();
    const url = new URL(c.req.url);
    const startedAt = deps.clock.now();
    c.set('requestId', requestId);
    deps.traces?.beginRequest(requestId, c.req.header('traceparent') ?? null);
    c.set('origin', linkBase(url, deps));
    c.set('caller', { owner: deps.ownerOf?.(c.req.raw) ?? LOCAL_OWNER });
    c.set('isPassedOn', false);
    await next();
    if (c.req.method === 'HEAD' && c.res.body) c.res = await withoutBody(c.res);
    if (!isNamedBySurface(c.res.headers)) c.res.headers.set('x-service-request-id', requestId);
    writePublicSpellings(c.res.headers);
    addSecurityHeaders(c.res.headers);
    allowReading(c.req.raw, c.res.headers, deps);
    const { status } = c.res;
    const ms = deps.clock.now() - startedAt;
    deps.log.info({ requestId, method: c.req.method, path: url.pathname, status, ms }, 'Answered');
    deps.traces?.endRequest(requestId);
    deps.metrics?.requestAnswered({ method: c.req.method, route: routeOf(c), status, seconds: ms / 1000 });
  };
}

/** Returns the pattern of the route; `null` if only middlewares handled the request. */
function routeOf(c: Context<AppEnv>): string | null {
  const path = routePath(c, -1);
  return path === '*' || path === '/*' ? null : path;
}

/**
 * Returns true if the response has the request id of its surface. A relayed response keeps it, since the support of that surface
 * needs it.
 */
function isNamedBySurface(headers: Headers): boolean {
  return headers.get(RELAY_HEADER) === 'surface' && readHeader(headers, 'requestId') !== null;
}

/** Cancels the body. An unread body must be canceled, or the file or stream behind it stays open. */
async function withoutBody(response: Response): Promise<Response> {
  await response.body?.cancel();
  return new Response(null, response);
}

/** Rejects host names and pages that may not use the gateway. */
export function guard(deps: Pick<AppDeps, 'settings'>): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const url = new URL(c.req.url);
    checkHost(url, deps);
    const preflight = preflightResponse(c.req.raw, deps);
    if (preflight) return preflight;
    checkOrigin(c.req.raw, url, deps);
    await next();
    return undefined;
  };
}

/**
 * Returns true if a request has the credential that its operation requires. `open`: it requires none. A signed content URL may lack
 * one too: its operation verifies the signature. @throws HttpError `unauthorized`
 */
export function admit(request: Request, deps: CredentialDeps, { open = false } = {}): boolean {
  if (open) return true;
  if (isSignedContent(request, new URL(request.url))) {
    // For a foreign page only the signature counts, even if this gateway requires no token.
    return !isCrossOriginRead(request) && presentsCredential(request, deps);
  }
  requireCredential(request, deps);
  return true;
}
