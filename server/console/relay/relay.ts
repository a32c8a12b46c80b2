import { RelayFailure, type RelayFetch, type RelayFetchOptions } from './relay-fetch';
import type { RelayedTarget } from './relay-target';
import { otherHostHeaders, surfaceHeaders } from './request-headers';
import { relayedHeaders } from './response-headers';

const READ_HEADERS_MS = 30_000;
/** A submission or an upload may be validated before the response. */
const WRITE_HEADERS_MS = 120_000;
/** Longer than a router lets its callers wait for a model (Model Router 4). */
const RUN_HEADERS_MS = 11 * 60_000;
const IDLE_MS = 60_000;
/** Event streams send a comment at least every minute. */
const STREAM_IDLE_MS = 90_000;

const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const MAX_REDIRECTS = 3;

/**
 * Sends a request to a surface with the credential of the surface, and returns its response.
 * @throws RelayFailure if there is no response, or if it is a redirect that is not allowed
 */
export async function relay(
  request: Request,
  relayed: RelayedTarget,
  { relayFetch, version }: { relayFetch: RelayFetch; version: string },
): Promise<Response> {
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  const limits = limitsOf(request, relayed);
  let { url } = relayed;
  let isAtSurface = true;
  for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
    const sent = new Request(url, {
      method: request.method,
      headers: isAtSurface
        ? surfaceHeaders(request.headers, relayed, version)
        : otherHostHeaders(request.headers, version),
      body: isRead ? null : bodyOf(request),
      signal: request.signal,
      ...(isRead ? {} : { duplex: 'half' }),
    });
    const response = await relayFetch(sent, isAtSurface ? limits : { ...limits, namedBy: relayed.url });
    const location = response.headers.get('location');
    if (!REDIRECTS.has(response.status) || location === null) return passOn(response, request, relayed);
    await response.body?.cancel();
    const next = readLocation(location, url);
    if (!isRead) throw redirected(`responded with a redirect to ${next.origin}, which only reads follow`);
    const isBack: boolean = isAtSurface && next.origin === relayed.url.origin;
    if (!isBack) assertMayLeave(next, relayed);
    isAtSurface = isBack;
    url = next;
  }
  throw redirected(`redirects more than ${MAX_REDIRECTS} times`);
}

/** @throws RelayFailure unless an asset's content redirects to its storage URL */
function assertMayLeave(next: URL, { url, isContent }: RelayedTarget): void {
  if (!isContent) {
    throw redirected(`redirects to ${next.origin}. The credential goes to ${url.origin} only: check the base URL`);
  }
  if (url.protocol === 'https:' && next.protocol !== 'https:') {
    throw redirected(`redirects a file from https to http at ${next.host}`);
  }
}

function readLocation(location: string, base: URL): URL {
  const url = URL.canParse(location, base.href) ? new URL(location, base) : null;
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:';
  if (!url || !isWeb || url.username !== '' || url.password !== '') {
    throw redirected('redirects to a URL that is not followed');
  }
  url.hash = '';
  return url;
}

function redirected(message: string): RelayFailure {
  return new RelayFailure('redirect', message);
}

function limitsOf(request: Request, { target }: RelayedTarget): RelayFetchOptions {
  const isStream = request.headers.get('accept')?.includes('text/event-stream') === true;
  return {
    headersMs: headersMs(request.method, target === 'router'),
    idleMs: isStream ? STREAM_IDLE_MS : IDLE_MS,
  };
}

function headersMs(method: string, isRouter: boolean): number {
  if (method === 'GET' || method === 'HEAD') return READ_HEADERS_MS;
  return isRouter ? RUN_HEADERS_MS : WRITE_HEADERS_MS;
}

/**
 * Returns the body, or `null` if it is empty. Node gives every request that may have a body an empty one; a surface need not accept
 * an empty chunked body.
 */
function bodyOf(request: Request): ReadableStream<Uint8Array> | null {
  const { headers, method, body } = request;
  const length = headers.get('content-length');
  const mayHaveNone = method === 'DELETE' || method === 'OPTIONS';
  if (length === '0' || (length === null && mayHaveNone && !headers.has('transfer-encoding'))) return null;
  return body;
}

const WITHOUT_BODY = new Set([204, 205, 304]);

function passOn(response: Response, request: Request, { isContent }: RelayedTarget): Response {
  const filename = new URL(request.url).searchParams.get('filename');
  const headers = relayedHeaders(response, { filename, isContent });
  const isEmpty = request.method === 'HEAD' || WITHOUT_BODY.has(response.status);
  return new Response(isEmpty ? null : response.body, { status: response.status, headers });
}
