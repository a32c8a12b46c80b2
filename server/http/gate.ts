import type { MiddlewareHandler } from 'hono';
import { RELAY_HEADER } from '@contract/console/surfaces';
import { readHeader, writePublicSpellings } from '@contract/router/headers';
import type { AppDeps } from '../deps';
import { checkHost, checkOrigin, isForeignRead, isSignedContent, ownOrigin } from './access';
import { allowReading, preflightAnswer } from './cors';
import { demandCredential, presentsCredential, type GateDeps } from './credentials';
import type { AppEnv } from './env';
import { addSecurityHeaders } from './security-headers';

/** The plain gateway knows one account. */
/** Account of the plain gateway, which knows only one. */
export const LOCAL_OWNER = 'local';

/** The outermost layer: names every request, and writes one line about it. Query strings hold signatures: never logged. */
export function nameAndLog(deps: AppDeps): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const requestId = deps.newId();
    const url = new URL(c.req.url);
    const startedAt = deps.clock.now();
    c.set('requestId', requestId);
    c.set('origin', ownOrigin(url, deps));
    c.set('caller', { owner: deps.ownerOf?.(c.req.raw) ?? LOCAL_OWNER });
    c.set('hasCredential', false);
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
  };
}

/** A relayed response keeps the request id of its surface: its support asks for that one. */
function isNamedBySurface(headers: Headers): boolean {
  return headers.get(RELAY_HEADER) === 'surface' && readHeader(headers, 'requestId') !== null;
}

/** A body that nobody reads must be cancelled, else the file or the stream behind it stays open. */
async function withoutBody(response: Response): Promise<Response> {
  await response.body?.cancel();
  return new Response(null, response);
}

/** Names and pages that may not speak to us at all. */
export function guard(deps: AppDeps): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const url = new URL(c.req.url);
    checkHost(url, deps);
    const preflight = preflightAnswer(c.req.raw, deps);
    if (preflight) return preflight;
    checkOrigin(c.req.raw, url, deps);
    await next();
    return undefined;
  };
}

/** `open`: answered without a credential. A signed content address may lack one too: its operation verifies it. */
export function authenticate(deps: GateDeps, { open = false } = {}): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const request = c.req.raw;
    if (open) {
      c.set('hasCredential', true);
    } else if (isSignedContent(request, new URL(request.url))) {
      // From a foreign page nothing but the signature counts, not even that this gateway is open.
      c.set('hasCredential', !isForeignRead(request) && presentsCredential(request, deps));
    } else {
      demandCredential(request, deps);
      c.set('hasCredential', true);
    }
    await next();
  };
}
