import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { Readable } from 'node:stream';
import type { Agent, Dispatcher, request } from 'undici';
import { RelayFailure, type RelayFetch, type RelayFetchOptions } from '../console/relay/relay-fetch';
import { assertPublicHost, publicLookup } from '../router/hosting/public-lookup';
import { isPublicAddress } from '../router/hosting/private-networks';
import { findRelayFailure, isStaleConnection } from './relay-failures';
import { webStream } from './web-stream';

/** Maximum per origin; further requests wait. A browser opens six to the gateway, and there are several tabs. */
const MAX_CONNECTIONS = 32;

export interface RelayClient {
  fetch: RelayFetch;
  close(): Promise<void>;
}

interface Client {
  /** For configured surfaces, on any network. */
  configured: Agent;
  publicOnly: Agent;
  request: typeof request;
}

/** Creates the HTTP client of the relay: it reuses connections and streams bodies in both directions without buffering. */
export function createRelayClient({ connectMs = 10_000 } = {}): RelayClient {
  let opened: Promise<Client> | null = null;
  return {
    async fetch(sent, options) {
      const client = await (opened ??= openClient(connectMs));
      const { statusCode, headers, body } = await exchange(client, sent, options);
      return toResponse(sent, statusCode, headers, body);
    },
    async close() {
      if (!opened) return;
      const { configured, publicOnly } = await opened;
      await Promise.all([configured.destroy(), publicOnly.destroy()]);
    },
  };
}

/** Lazy-loaded, as in `ssrf-safe-fetch.ts`. */
async function openClient(connectMs: number): Promise<Client> {
  const { Agent, request } = await import('undici');
  const settings = { connections: MAX_CONNECTIONS, pipelining: 1 };
  return {
    configured: new Agent({ ...settings, connect: { timeout: connectMs } }),
    publicOnly: new Agent({ ...settings, connect: { timeout: connectMs, lookup: publicLookup } }),
    request,
  };
}

async function exchange(
  client: Client,
  sent: Request,
  { headersMs, idleMs, namedBy }: RelayFetchOptions,
): Promise<Dispatcher.ResponseData> {
  const isRead = sent.method === 'GET' || sent.method === 'HEAD';
  const attempt = async () =>
    client.request(sent.url, {
      dispatcher: await agentFor(client, new URL(sent.url), namedBy),
      method: sent.method,
      headers: Object.fromEntries(sent.headers),
      // Node and the DOM declare one stream by two types.
      body: sent.body === null ? null : Readable.fromWeb(sent.body as never),
      signal: sent.signal,
      headersTimeout: headersMs,
      bodyTimeout: idleMs,
    });
  try {
    return await attempt();
  } catch (error) {
    if (sent.signal.aborted) throw error;
    // The surface closed an idle connection just as it was reused. Only reads are retried.
    if (isRead && isStaleConnection(error)) return attempt().catch((second: unknown) => fail(second, sent));
    return fail(error, sent);
  }
}

function fail(error: unknown, { signal }: Request): never {
  throw signal.aborted ? error : findRelayFailure(error);
}

/** @throws FetchBlocked if a public surface refers to a literal IP address of a private network */
async function agentFor({ configured, publicOnly }: Client, url: URL, namedBy: URL | undefined): Promise<Agent> {
  if (!namedBy || !(await isPublicHost(namedBy))) return configured;
  assertPublicHost(url);
  return publicOnly;
}

async function isPublicHost({ hostname }: URL): Promise<boolean> {
  const literal = hostname.replace(/^\[|\]$/g, '');
  if (isIP(literal) !== 0) return isPublicAddress(literal);
  const addresses = await lookup(hostname, { all: true });
  return addresses.every(({ address }) => isPublicAddress(address));
}

function toResponse(
  sent: Request,
  status: number,
  incoming: Dispatcher.ResponseData['headers'],
  body: Readable,
): Response {
  const isEmpty = sent.method === 'HEAD' || status === 204 || status === 205 || status === 304;
  try {
    if (status < 200 || status > 599) throw new RangeError(`Status ${status}`);
    const headers = new Headers();
    for (const [name, value] of Object.entries(incoming)) {
      for (const each of Array.isArray(value) ? value : [value ?? '']) headers.append(name, each);
    }
    if (isEmpty) body.on('error', () => {}).resume();
    return new Response(isEmpty ? null : webStream(body), { status, headers });
  } catch (cause) {
    body.on('error', () => {}).destroy();
    throw new RelayFailure('invalid_response', 'sent a response that is not valid HTTP', { cause });
  }
}
