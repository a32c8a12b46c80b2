import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/**
 * Timeouts of connections. They limit only silence, never the duration of a request: uploads, downloads, event streams and model
 * calls may take hours.
 */
export interface ConnectionLimits {
  /** From the first byte of a request head, or from the connection, to the end of the head. */
  headMs: number;
  /** Silence while the gateway waits for a body. Longer than the idle timeout of uploads, whose error message is more specific. */
  bodyMs: number;
  /** Silence while the client reads no buffered data; browsers pause downloads and videos. */
  readerMs: number;
  /**
   * Idle time between two requests. Longer than that of proxies and browsers, so that they close the connection and not the
   * gateway.
   */
  keepAliveMs: number;
  /** Interval of the checks for late heads. */
  checkMs: number;
  /** Maximum number of concurrent connections; a browser opens six, a proxy dozens. */
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
  /** The client has read nothing for `bodyMs`. */
  isStalled: boolean;
}

/**
 * Limits connections. @param onIdleBody responds to a request whose body stopped, and closes the connection
 * @returns a function that returns true if a response is in progress on a connection
 */
export function limitConnections(
  server: Server,
  { bodyMs, readerMs, connections }: ConnectionLimits,
  onIdleBody: (socket: Socket) => void,
): { isAnswering: (socket: Duplex) => boolean } {
  const exchanges = new WeakMap<Duplex, Exchange>();
  server.maxConnections = connections;
  // Idle connections make room: otherwise idle clients could lock out all others.
  server.on('drop', () => server.closeIdleConnections());
  server.on('request', (incoming, outgoing) => {
    exchanges.set(incoming.socket, { incoming, outgoing, isStalled: false });
  });
  // Idle timer: any byte in either direction restarts it.
  server.setTimeout(bodyMs, (socket) => {
    const exchange = exchanges.get(socket);
    if (!exchange || exchange.outgoing.writableFinished) {
      socket.destroy();
      return;
    }
    const { incoming, outgoing } = exchange;
    // A full buffer means that the gateway itself does not read, for example while a disk is slow.
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
      // The gateway is busy: a model runs, or a stream waits for an event.
      socket.setTimeout(bodyMs);
    }
  });
  return { isAnswering: (socket) => exchanges.get(socket)?.outgoing.writableFinished === false };
}
