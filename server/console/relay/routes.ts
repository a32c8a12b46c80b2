import type { Hono } from 'hono';
import type { ErrorEnvelope } from '@contract/jobs/errors';
import { RELAY_ERROR_STATUS, RELAY_HEADER, type RelayErrorCode } from '@contract/console/surfaces';
import { checkContentUse } from '../../assets/content/content-use';
import type { AppDeps } from '../../deps';
import { requireCredential, presentedSession, type CredentialDeps } from '../../http/credentials';
import type { AppEnv } from '../../http/env';
import { errorResponse } from '../../http/http-error';
import { jobApiEnvelope, jobApiError, toJobApiError, unlessAborted } from '../../http/job-api-error';
import { isOwnUrl } from '../surfaces/own-url';
import type { Surfaces } from '../surfaces/surface-list';
import { relay } from './relay';
import { RelayFailure, type RelayFailureKind } from './relay-fetch';
import { findRelayTarget, type RelayedTarget } from './relay-target';
import { RELAYED_BY } from './request-headers';

type RelayDeps = CredentialDeps &
  Pick<AppDeps, 'clock' | 'log' | 'relayFetch' | 'version' | 'listeningAddress' | 'traces'>;

/** `/console/relay/{id}/jobs/*` and `…/router/*`: requests of the console to configured surfaces (decision 058). */
export function mountRelay(app: Hono<AppEnv>, deps: RelayDeps, surfaces: Surfaces): void {
  app.all('/console/relay/*', async (c) => {
    if (!RELAYED_METHODS.includes(c.req.method)) {
      return new Response(null, { status: 405, headers: { allow: RELAYED_METHODS.join(', ') } });
    }
    const request = c.req.raw;
    c.set('isPassedOn', true);
    const fields = { requestId: c.get('requestId') };
    try {
      const target = admit(request, deps, surfaces);
      checkContentUse(request);
      if (!deps.relayFetch) throw jobApiError('not_implemented', 'This gateway has no relay');
      try {
        const { relayFetch, clock, version = 'unknown' } = deps;
        const leadsHere = ({ href }: URL) => isOwnUrl(href, request, deps);
        const traceparent = deps.traces?.traceparent(fields.requestId) ?? null;
        return await relay(request, target, { relayFetch, clock, version, leadsHere, traceparent });
      } catch (error) {
        if (!(error instanceof RelayFailure)) throw error;
        deps.log.warn({ ...fields, surface: target.surface.id, kind: error.kind }, 'A surface gave no response');
        return failureResponse(error, `${target.surface.name} (${target.url.host})`);
      }
    } catch (error) {
      const thrown = unlessAborted(error, request, deps.log, fields);
      const response = errorResponse(toJobApiError(thrown, deps.log, fields), jobApiEnvelope);
      response.headers.set(RELAY_HEADER, 'error');
      return response;
    }
  });
}

/**
 * Returns where the request leads.
 * @throws HttpError for callers without a credential, for other gateways, and for what is not relayed
 */
function admit(request: Request, deps: CredentialDeps, surfaces: Surfaces): RelayedTarget {
  if (request.headers.has(RELAYED_BY)) {
    throw jobApiError('forbidden', 'A relayed request is not relayed again: the base URL leads to a gateway');
  }
  if (hasCookieOfPage(request, deps)) {
    const target = contentOf(request, surfaces);
    if (target) return target;
  }
  requireCredential(request, deps);
  return findRelayTarget(request, surfaces);
}

/** Those of both APIs. A request cannot even be built for TRACE. */
const RELAYED_METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** Returns the file that is requested; `null` for everything else, also for what does not exist. */
function contentOf(request: Request, surfaces: Surfaces): RelayedTarget | null {
  try {
    const target = findRelayTarget(request, surfaces);
    return target.isContent ? target : null;
  } catch {
    return null;
  }
}

/**
 * Returns true for reads of our own page with the session cookie, without its proof: an image, a video or a download cannot send it.
 * For files, the asset id is the other half (decision 058).
 */
function hasCookieOfPage(request: Request, deps: CredentialDeps): boolean {
  const { method, headers } = request;
  if ((method !== 'GET' && method !== 'HEAD') || headers.get('sec-fetch-site') !== 'same-origin') return false;
  if (headers.has('authorization')) return false;
  const [cookies] = presentedSession(request, deps);
  return deps.sessions.hasCookie(cookies);
}

const CODES: Readonly<Record<RelayFailureKind, RelayErrorCode>> = {
  name: 'surface_unreachable',
  refused: 'surface_unreachable',
  unreachable: 'surface_unreachable',
  blocked: 'surface_unreachable',
  private_network: 'surface_redirect',
  redirect: 'surface_redirect',
  timeout: 'surface_timeout',
  tls: 'surface_tls',
  invalid_response: 'surface_invalid_response',
};

/** Returns the relay's own error, in the envelope of the Job API. */
function failureResponse({ kind, message }: RelayFailure, who: string): Response {
  const code = CODES[kind];
  const body: ErrorEnvelope = { error: { code, message: `${who} ${message}`, details: null } };
  return Response.json(body, {
    status: RELAY_ERROR_STATUS[code],
    headers: { 'cache-control': 'no-store', [RELAY_HEADER]: 'error' },
  });
}
