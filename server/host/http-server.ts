import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener, RequestError } from '@hono/node-server';
import { ROUTER_HEADERS } from '@contract/router/headers';
import type { Logger } from '../log';
import { portOwner } from './port-owner';
import { StartupProblem, systemErrorCode } from './startup-problem';

export interface HttpServer {
  /** `http://127.0.0.1:8189`, with the port that was taken. */
  address: string;
  /** Takes no new connection and lets the idle ones go; those with a request go on. */
  stopListening: () => void;
  /** Ends what is still open. */
  cut: () => void;
}

/** The only address there is: other machines come through a tunnel or a TLS proxy (Job API 1). */
const LOOPBACK = '127.0.0.1';

/** Longer than proxies and browsers keep an idle connection, so that they close it and not we in the middle of a send. */
const KEEP_ALIVE_MS = 75_000;

/** @throws StartupProblem when the port cannot be had. */
export async function listen(
  port: number,
  /** `peer`: the address at the other end of the connection. */
  fetch: (request: Request, peer: string) => Promise<Response>,
  log: Logger,
): Promise<HttpServer> {
  const listener = getRequestListener(
    async (request, { incoming, outgoing }) => {
      const response = await fetch(request, incoming.socket.remoteAddress ?? '');
      // To ask for the body first would make a stream of what is one piece.
      return mayBreak(response) && response.body ? guarded(response, outgoing as ServerResponse, log) : response;
    },
    {
      errorHandler(error) {
        // A head that makes no address: no host name, or one that is none.
        if (error instanceof RequestError) return new Response('Bad request.\n', { status: 400 });
        log.error({ error: String(error) }, 'A request ended in an error');
        return new Response(null, { status: 500 });
      },
    },
  );
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS, requestTimeout: 0 }, (incoming, outgoing) => {
    void listener(incoming, outgoing);
  });
  await bind(server, port);
  return {
    address: `http://${LOOPBACK}:${(server.address() as AddressInfo).port}`,
    stopListening() {
      server.close();
      server.closeIdleConnections();
    },
    cut: () => server.closeAllConnections(),
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
    return new StartupProblem(`Port ${port} is in use by ${owner}: stop it, or take another port with --port.`, {
      cause: error,
    });
  }
  if (code === 'EACCES') {
    return new StartupProblem(`Port ${port} needs more rights than this user has: take one above 1023 with --port.`, {
      cause: error,
    });
  }
  return error;
}

/** Our own JSON is one string and cannot break; the second stream would cost it a third of its time. */
function mayBreak({ headers }: Response): boolean {
  const isJson = headers.get('content-type')?.startsWith('application/json') === true;
  // An asset may be JSON too, and is read from disk; so may the answer of a model, which comes as the model sends it
  // unless it is so short that it lies here in one piece.
  const isPassed = headers.has(ROUTER_HEADERS.spendLimit) && !headers.has('content-length');
  return !isJson || headers.has('accept-ranges') || isPassed;
}

/**
 * A body that breaks in its middle breaks the connection, so that a reader sees a cut and not a complete answer; the
 * adapter below would write the words of the error into the bytes.
 */
function guarded(response: Response, outgoing: ServerResponse, log: Logger): Response {
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  // A reader who goes leaves a read behind that ends only then; nobody waits for its bytes.
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
        log.error({ error: String(error) }, 'An answer broke off');
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
