import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/**
 * How long a connection may do nothing. Only silence is limited, never the length of a request: uploads, downloads, event
 * streams and model calls may take hours.
 */
export interface ConnectionLimits {
  /** From the first byte of a head, or from the connection, to the end of the head. */
  headMs: number;
  /** Without a byte of a body that the gateway waits for. Longer than the limit of uploads, which says more. */
  bodyMs: number;
  /** Without the client taking a byte of what waits for it; browsers pause downloads and videos. */
  readerMs: number;
  /** Between two requests. Longer than proxies and browsers keep a connection, so that they close it and not the gateway. */
  keepAliveMs: number;
  /** Checks for late heads happen this often. */
  checkMs: number;
  /** Connections at a time; a browser opens six, a proxy some dozens. */
  connections: number;
}

export const CONNECTION_LIMITS: ConnectionLimits = {
  headMs: 30_000,
  bodyMs: 90_000,
  readerMs: 300_000,
  keepAliveMs: 75_000,
  checkMs: 5_000,
  connections: 1_024,
};

interface Exchange {
  incoming: IncomingMessage;
  outgoing: ServerResponse;
  /** The client has taken nothing for `bodyMs` already. */
  isStalled: boolean;
}

/**
 * @param onIdleBody answers a request whose body stopped; the connection ends with it
 * @returns whether a response is under way on a connection
 */
export function limitConnections(
  server: Server,
  { bodyMs, readerMs, connections }: ConnectionLimits,
  onIdleBody: (socket: Socket) => void,
): { isAnswering: (socket: Duplex) => boolean } {
  const exchanges = new WeakMap<Duplex, Exchange>();
  server.maxConnections = connections;
  // Those between two requests make room: else idle clients could keep all others out.
  server.on('drop', () => server.closeIdleConnections());
  server.on('request', (incoming, outgoing) => {
    exchanges.set(incoming.socket, { incoming, outgoing, isStalled: false });
  });
  // A timer of silence: any byte in either direction starts it anew.
  server.setTimeout(bodyMs, (socket) => {
    const exchange = exchanges.get(socket);
    if (!exchange || exchange.outgoing.writableFinished) {
      socket.destroy();
      return;
    }
    const { incoming, outgoing } = exchange;
    // A full buffer means that the gateway itself does not read on, such as while a disk is slow.
    const isWaitingForBody = !incoming.complete && incoming.readableLength < incoming.readableHighWaterMark;
    const hasWaitingBytes = outgoing.writableLength > 0 || socket.writableLength > 0;
    if (isWaitingForBody && !outgoing.headersSent) {
      onIdleBody(socket);
    } else if (isWaitingForBody || exchange.isStalled) {
      socket.destroy();
    } else if (hasWaitingBytes) {
      exchange.isStalled = true;
      socket.setTimeout(Math.max(1, readerMs - bodyMs));
    } else {
      // The gateway works: a model computes, an event is awaited.
      socket.setTimeout(bodyMs);
    }
  });
  return { isAnswering: (socket) => exchanges.get(socket)?.outgoing.writableFinished === false };
}
