import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Socket, type AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { getRequestListener, RequestError } from '@hono/node-server';
import { RELAY_HEADER } from '@contract/console/surfaces';
import { ROUTER_HEADERS } from '@contract/router/headers';
import { earlyRejection } from '../../http/early-rejection';
import { jobApiError, toJobApiError } from '../../http/job-api-error';
import type { Logger } from '../../log';
import { CONNECTION_LIMITS, limitConnections, type ConnectionLimits } from './connection-limits';
import { portOwner } from './port-owner';
import { findHeadError, parserRejection, rejectConnection, rejectRequest } from './request-head';
import { StartupProblem, systemErrorCode } from '../../startup-problem';

export interface HttpServer {
  /** Base address with the actual port, such as `http://127.0.0.1:8189`. */
  address: string;
  /** Accepts no new connections and closes idle ones; active requests continue. */
  stopListening: () => void;
  /** Closes all remaining connections. */
  cut: () => void;
}

/** The only address: other machines connect through a tunnel or a TLS proxy (Job API 1). */
const LOOPBACK = '127.0.0.1';

/** `fetch` cannot represent a TRACE request, and its response would contain cookies. */
const ALLOWED = { allow: 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS' };

export interface ListenOptions {
  limits?: ConnectionLimits;
  /** Path of the public URL, such as `/deck`. It is removed from requests: some reverse proxies keep it, others remove it. */
  mount?: string;
}

/** @throws StartupProblem if the port is not available. */
export async function listen(
  port: number,
  /** `peer`: remote address of the connection. */
  fetch: (request: Request, peer: string) => Promise<Response>,
  log: Logger,
  { limits = CONNECTION_LIMITS, mount = '' }: ListenOptions = {},
): Promise<HttpServer> {
  const listener = getRequestListener(
    async (request, { incoming, outgoing }) => {
      const response = await fetch(request, incoming.socket.remoteAddress ?? '');
      // This server speaks HTTP/1.1 only.
      const sent = outgoing as ServerResponse;
      closeUnread(response, incoming, sent);
      // `mayBreak` first: reading `body` would turn a single string into a stream.
      return mayBreak(response) && response.body ? guarded(response, sent, log) : response;
    },
    {
      errorHandler(error) {
        const requestId = randomUUID();
        // The request target is not a valid URL.
        if (error instanceof RequestError) {
          return earlyRejection(jobApiError('invalid_request', 'The request target is not a valid URL'), requestId);
        }
        return earlyRejection(toJobApiError(error, log, { requestId }), requestId);
      },
    },
  );
  const server = createServer(
    {
      keepAliveTimeout: limits.keepAliveMs,
      headersTimeout: limits.headMs,
      connectionsCheckingInterval: limits.checkMs,
      // A request may take any time: only silence ends it (`connection-limits.ts`).
      requestTimeout: 0,
      // Checked below, to respond with the envelope.
      requireHostHeader: false,
    },
    (incoming, outgoing) => {
      const headError = findHeadError(incoming);
      if (mount !== '' && incoming.url?.startsWith(`${mount}/`)) incoming.url = incoming.url.slice(mount.length);
      if (headError === null && incoming.method === 'TRACE') rejectWith(outgoing, 405, 'TRACE is not allowed', ALLOWED);
      else if (headError === null) void listener(incoming, outgoing);
      else rejectWith(outgoing, 400, headError);
    },
  );
  const rejectWith = (outgoing: ServerResponse, status: number, message: string, headers = {}) => {
    const requestId = randomUUID();
    log.info({ requestId, status }, message);
    void rejectRequest(outgoing, status, message, requestId, headers);
  };
  const cut = (socket: Duplex, status: number, message: string) => {
    const requestId = randomUUID();
    log.info({ requestId, status }, message);
    void rejectConnection(socket, status, message, requestId);
  };
  server.on('checkExpectation', (_, outgoing) =>
    rejectWith(outgoing, 417, 'The gateway cannot meet this Expect header'),
  );
  const { isAnswering } = limitConnections(server, limits, (socket) => {
    cut(socket, 408, `Request timed out: no data for ${Math.round(limits.bodyMs / 1000)} s`);
  });
  server.on('clientError', (error, socket) => {
    // Bytes of a rejection in the middle of a response would be read as its content.
    if (!socket.writable || systemErrorCode(error) === 'ECONNRESET' || isAnswering(socket)) {
      socket.destroy();
      return;
    }
    const { status, message } = parserRejection(systemErrorCode(error));
    cut(socket, status, message);
  });
  await bind(server, port);
  return {
    // It listens on a port, not on a pipe.
    address: `http://${LOOPBACK}:${(server.address() as AddressInfo).port}`,
    stopListening() {
      server.close();
      server.closeIdleConnections();
    },
    cut: () => server.closeAllConnections(),
  };
}

type UnreadRequest = Pick<IncomingMessage, 'complete' | 'destroyed' | 'socket'> & {
  once: (event: 'end', listener: () => void) => unknown;
};

/** How long a rejected body is read on. */
const LINGER_MS = 500;

/**
 * Announces the end of a connection whose body is rejected before it has arrived: a client that did not know would lose its next
 * request. Node would close the connection as soon as the response is sent, and a client that still sends would get a broken pipe
 * instead of the response, so the rest is read for a moment.
 */
function closeUnread({ status }: Response, incoming: UnreadRequest, outgoing: ServerResponse): void {
  if (status < 400 || incoming.complete) return;
  const { socket } = incoming;
  outgoing.shouldKeepAlive = false;
  socket.destroySoon = () => {
    const close = () => Socket.prototype.destroySoon.call(socket);
    if (incoming.complete || incoming.destroyed) return close();
    const timer = setTimeout(close, LINGER_MS);
    incoming.once('end', () => {
      clearTimeout(timer);
      close();
    });
  };
}

async function bind(server: Server, port: number): Promise<void> {
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen({ port, host: LOOPBACK, exclusive: true }, resolve);
    });
  } catch (error) {
    throw await explain(error, port);
  }
  server.removeAllListeners('error');
}

async function explain(error: unknown, port: number): Promise<unknown> {
  const code = systemErrorCode(error);
  if (code === 'EADDRINUSE') {
    const owner = (await portOwner(port)) ?? 'another program';
    return new StartupProblem(`Port ${port} is in use by ${owner}: stop it, or use another port with --port.`, {
      cause: error,
    });
  }
  if (code === 'EACCES') {
    return new StartupProblem(`Port ${port} requires elevated privileges. Use --port with a port above 1023.`, {
      cause: error,
    });
  }
  return error;
}

/**
 * Returns true if the body may fail midway. Our own JSON is one string and cannot; a second stream would add a third to its time.
 */
function mayBreak({ headers }: Response): boolean {
  const isJson = headers.get('content-type')?.startsWith('application/json') === true;
  // An asset may be JSON too, and is read from disk. So may a model response: it is streamed unless it is short enough to be in
  // memory.
  const isPassed = headers.has(ROUTER_HEADERS.spendLimit) && !headers.has('content-length');
  return !isJson || headers.has('accept-ranges') || isPassed || headers.has(RELAY_HEADER);
}

/**
 * Breaks the connection if the body fails midway, so that the client detects a truncated response. The adapter below would write
 * the error message into the body.
 */
function guarded(response: Response, outgoing: ServerResponse, log: Logger): Response {
  // The caller has verified that it exists.
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  // After a client disconnects, its pending read still completes; the bytes are dropped.
  let isLeft = false;
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (isLeft) return;
        if (done) controller.close();
        else controller.enqueue(value);
      } catch (error) {
        if (isLeft) return;
        log.error({ error: String(error) }, 'A response was cut off');
        outgoing.destroy();
        controller.close();
      }
    },
    cancel: (reason) => {
      isLeft = true;
      return reader.cancel(reason);
    },
  });
  return new Response(body, response);
}
