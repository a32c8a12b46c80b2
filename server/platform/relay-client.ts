import { Readable } from 'node:stream';
import type { Agent, Dispatcher, request } from 'undici';
import { RelayFailure, type RelayFetch, type RelayFetchOptions } from '../console/relay/relay-fetch';
import {
  ON_CONNECTION,
  openGuardedAgent,
  systemNetwork,
  type Connection,
  type Reach,
} from '../router/hosting/guarded-agent';
import { findRelayFailure, isStaleConnection } from './relay-failures';

/** Maximum per origin; further requests wait. A browser opens six to the gateway, and there are several tabs. */
const MAX_CONNECTIONS = 32;

export interface RelayClient {
  fetch: RelayFetch;
  close(): Promise<void>;
}

interface Client {
  /** One agent for each reach: a connection is reused by requests with the same rule only. */
  agentFor: (reach: Reach) => Promise<Agent>;
  isPublic: (address: string) => boolean;
  request: typeof request;
  /** Addresses from which responses came. */
  sources: WeakMap<Response, string>;
}

/** Creates the HTTP client of the relay: it reuses connections and streams bodies in both directions without buffering. */
export function createRelayClient({ connectMs = 10_000, network = systemNetwork() } = {}): RelayClient {
  const agents = new Map<string, Promise<Agent>>();
  const settings = { connections: MAX_CONNECTIONS, pipelining: 1 };
  const agentFor = (reach: Reach) => {
    const key = typeof reach === 'string' ? reach : reach.orAddress;
    const known = agents.get(key) ?? openGuardedAgent({ reach, network, connectMs }, settings);
    agents.set(key, known);
    return known;
  };
  const sources = new WeakMap<Response, string>();
  return {
    async fetch(sent, options) {
      // Lazy-loaded, as by the guarded agent.
      const { request } = await import('undici');
      const client = { agentFor, isPublic: network.isPublic, request, sources };
      const { data, source } = await exchange(client, sent, options);
      const response = toResponse(sent, data.statusCode, data.headers, data.body);
      if (source !== null) sources.set(response, source);
      return response;
    },
    async close() {
      await Promise.all([...agents.values()].map(async (agent) => (await agent).destroy()));
    },
  };
}

interface Exchange {
  data: Dispatcher.ResponseData;
  /** Address of the connection; `null` if it is unknown. */
  source: string | null;
}

async function exchange(
  client: Client,
  sent: Request,
  { headersMs, idleMs, redirectedBy }: RelayFetchOptions,
): Promise<Exchange> {
  const isRead = sent.method === 'GET' || sent.method === 'HEAD';
  const dispatcher = await client.agentFor(reachOf(client, redirectedBy));
  const attempt = async () => {
    let connection: Connection | null = null;
    const options = {
      dispatcher,
      method: sent.method,
      headers: Object.fromEntries(sent.headers),
      // Node and the DOM declare one stream by two types.
      body: sent.body === null ? null : Readable.fromWeb(sent.body as never),
      signal: sent.signal,
      headersTimeout: headersMs,
      bodyTimeout: idleMs,
      // Passed on to the agent.
      [ON_CONNECTION]: (used: Connection) => (connection = used),
    };
    const data = await client.request(sent.url, options);
    return { data, source: addressOf(connection) };
  };
  const fail = (error: unknown): never => {
    throw sent.signal.aborted ? error : findRelayFailure(error, { isRedirect: redirectedBy !== undefined });
  };
  try {
    return await attempt();
  } catch (error) {
    if (sent.signal.aborted) throw error;
    // The surface closed an idle connection just as it was reused. Only reads are retried.
    if (isRead && isStaleConnection(error)) return attempt().catch(fail);
    return fail(error);
  }
}

function addressOf(connection: Connection | null): string | null {
  return connection?.address ?? null;
}

/**
 * A redirect leads to public addresses. That of a surface in a private network may also lead to the address that it came from: to
 * other ports of the same machine, such as its storage.
 */
function reachOf({ isPublic, sources }: Client, redirectedBy: Response | undefined): Reach {
  if (!redirectedBy) return 'any';
  const source = sources.get(redirectedBy);
  return source === undefined || isPublic(source) ? 'public' : { orAddress: source };
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

/**
 * Converts a Node stream to a web stream. It reads on demand only, and destroys the source when it is canceled. Everything that
 * arrived between two reads is one chunk, since each chunk has a fixed cost.
 */
function webStream(source: Readable): ReadableStream<Uint8Array> {
  let wake: (() => void) | null = null;
  let failure: { error: unknown } | null = null;
  const stir = () => {
    wake?.();
    wake = null;
  };
  source.on('readable', stir).on('end', stir).on('close', stir);
  source.on('error', (error) => {
    failure = { error };
    stir();
  });
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        for (;;) {
          // The stream has no encoding, so it gives bytes.
          const chunk = source.read() as Uint8Array | null;
          if (chunk !== null) return controller.enqueue(chunk);
          if (failure) throw failure.error;
          if (source.readableEnded) return controller.close();
          if (source.destroyed) throw new Error('The source ended before it was complete');
          await new Promise<void>((resolve) => (wake = resolve));
        }
      },
      cancel() {
        source.destroy();
      },
    },
    { highWaterMark: 0 },
  );
}
