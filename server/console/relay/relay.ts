import type { Clock } from '../../clock';
import { limitedBody } from './limited-body';
import { RelayFailure, type RelayFetch, type RelayFetchOptions } from './relay-fetch';
import type { RelayedTarget } from './relay-target';
import { otherHostHeaders, surfaceHeaders } from './request-headers';
import { isJsonType, relayedHeaders } from './response-headers';
import { isFields } from '@contract/typed-objects';
import { fillPath } from '@contract/jobs/links';
import { JOB_OPERATIONS } from '@contract/jobs/operations';

const READ_HEADERS_MS = 30_000;
/** A submission or an upload may be validated before the response. */
const WRITE_HEADERS_MS = 120_000;
/** Longer than a router lets its callers wait for a model (Model Router 4). */
const RUN_HEADERS_MS = 11 * 60_000;
const IDLE_MS = 60_000;
/** Event streams send a comment at least every minute. */
const STREAM_IDLE_MS = 90_000;
/** JSON is read as a whole: longer than the console waits for it (`src/api/surfaces/request-budget.ts`), and more than it reads. */
const JSON_LIMITS = { ms: 90_000, bytes: 128 * 1024 * 1024 };

const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const MAX_REDIRECTS = 3;

interface RelayOptions {
  relayFetch: RelayFetch;
  version: string;
  clock: Clock;
  /** Returns true for URLs of this gateway. */
  leadsHere: (url: URL) => boolean;
  /** W3C trace context of this request; `null` if it came without one. */
  traceparent: string | null;
}

/**
 * Sends a request to a surface with the credential of the surface, and returns its response.
 * @throws RelayFailure if there is no response, or if it is a redirect that is not allowed
 */
export async function relay(
  request: Request,
  relayed: RelayedTarget,
  { relayFetch, version, clock, leadsHere, traceparent }: RelayOptions,
): Promise<Response> {
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  const limits = limitsOf(request, relayed);
  let { url } = relayed;
  let isAtSurface = true;
  let redirectedBy: Response | undefined;
  /** Reads what names the file with the credential of the surface; its link is then followed like a redirect. */
  const findNamed = async () => {
    for (const owner of ownersOf(relayed)) {
      const headers = surfaceHeaders(new Headers({ accept: 'application/json' }), relayed, version);
      const from = await relayFetch(new Request(owner, { headers, signal: request.signal }), limits);
      const body = from.ok && from.body ? limitedBody(from.body, JSON_LIMITS, clock) : null;
      if (body === null) await from.body?.cancel();
      const link = body === null ? null : contentLinkIn(await readJson(body), relayed);
      if (link !== null) return { link, from };
    }
    return null;
  };
  for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
    const sent = new Request(url, {
      method: request.method,
      headers: isAtSurface
        ? inTrace(surfaceHeaders(request.headers, relayed, version), traceparent)
        : otherHostHeaders(request.headers, version),
      body: isRead ? null : bodyOf(request),
      signal: request.signal,
      ...(isRead ? {} : { duplex: 'half' }),
    });
    const response = await relayFetch(sent, redirectedBy ? { ...limits, redirectedBy } : limits);
    const named = hop === 0 && mayLackContent(relayed, response.status) ? await findNamed() : null;
    const location = named?.link ?? (REDIRECTS.has(response.status) ? response.headers.get('location') : null);
    if (location === null) return passOn(response, request, relayed, clock);
    await response.body?.cancel();
    const next = readLocation(location, url);
    if (!isRead) throw redirected(`responded with a redirect to ${next.origin}, which only reads follow`);
    const isBack: boolean = isAtSurface && next.origin === relayed.url.origin;
    // A file may be requested with less than its caller needs for other operations, so the credential stays behind.
    const isElsewhere = !isBack && !(relayed.isContent && next.origin === relayed.url.origin && !redirectedBy);
    if (isElsewhere) {
      assertMayLeave(next, relayed, leadsHere);
      // The last response of the surface itself.
      redirectedBy ??= named?.from ?? response;
    }
    isAtSurface = isBack && !relayed.isContent;
    url = next;
  }
  throw redirected(`redirects more than ${MAX_REDIRECTS} times`);
}

/** This gateway is the parent of what it relays. `tracestate` belongs to the trace, and is dropped without one. */
function inTrace(headers: Headers, traceparent: string | null): Headers {
  if (traceparent === null) headers.delete('tracestate');
  else headers.set('traceparent', traceparent);
  return headers;
}

/** @throws RelayFailure unless an asset's content redirects to its storage URL */
function assertMayLeave(next: URL, { url, isContent }: RelayedTarget, leadsHere: RelayOptions['leadsHere']): void {
  if (!isContent) {
    throw redirected(`redirects to ${next.origin}. The credential goes to ${url.origin} only: check the base URL`);
  }
  if (url.protocol === 'https:' && next.protocol !== 'https:') {
    throw redirected(`redirects a file from https to http at ${next.host}`);
  }
  if (leadsHere(next)) throw redirected('redirects to this gateway, which is never followed');
}

/** Returns `null` for what is no JSON, or too much of it. */
async function readJson(body: ReadableStream<Uint8Array>): Promise<unknown> {
  try {
    return await new Response(body).json();
  } catch {
    return null;
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

function passOn(response: Response, request: Request, { isContent, target }: RelayedTarget, clock: Clock): Response {
  const filename = new URL(request.url).searchParams.get('filename');
  const headers = relayedHeaders(response, { filename, isContent });
  const isEmpty = request.method === 'HEAD' || WITHOUT_BODY.has(response.status);
  // The result of a model can be as large, and as slow, as a file.
  const isRun = target === 'router' && request.method === 'POST';
  const isJson = !isContent && !isRun && isJsonType(headers.get('content-type'));
  const body =
    isEmpty || !response.body ? null : isJson ? limitedBody(response.body, JSON_LIMITS, clock) : response.body;
  return new Response(body, { status: response.status, headers });
}

/** Statuses of a server without the content operation, of which the API only says that clients follow `url`. */
const WITHOUT_OPERATION = new Set([404, 405, 501]);

function mayLackContent({ isContent }: RelayedTarget, status: number): boolean {
  return isContent && WITHOUT_OPERATION.has(status);
}

/** Returns the URLs at the surface of what names the file: its asset, then the job that the page names. */
function ownersOf({ url, jobId, surface }: RelayedTarget): URL[] {
  const asset = new URL(url.origin + url.pathname.replace(/\/content$/, ''));
  if (jobId === null || surface.baseUrl === null) return [asset];
  return [asset, new URL(surface.baseUrl + fillPath(JOB_OPERATIONS.getJob.path, { id: jobId }))];
}

/** Returns the link to the file in an asset, or among the outputs of a job; `null` if there is none. */
function contentLinkIn(body: unknown, { url }: RelayedTarget): string | null {
  const [id = ''] = url.pathname.split('/').slice(-2);
  const assetId = decodeURIComponent(id);
  if (!isFields(body)) return null;
  const files: unknown[] = Array.isArray(body['outputs']) ? body['outputs'] : [body];
  const file = files.find((each) => isFields(each) && each['id'] === assetId);
  return isFields(file) && typeof file['url'] === 'string' ? file['url'] : null;
}
