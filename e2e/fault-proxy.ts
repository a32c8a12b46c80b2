import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Transform } from 'node:stream';

export interface SeenRequest {
  method: string;
  /** Path without the query. */
  path: string;
  /** Empty, or with its question mark. */
  query: string;
  /** Value of `Idempotency-Key`. */
  key: string | null;
  /** Number of body bytes that the browser actually sent. */
  bodyBytes: number;
  /** `null` until there is a response. */
  status: number | null;
  /** Monotonic timestamps; `to` is `null` while the request is active. */
  from: number;
  to: number | null;
}

/** A response that the gateway has sent and the browser has not received. */
export interface HeldResponse {
  /** Resolves when the gateway has responded: by then it has stored what the response says. */
  readonly given: Promise<void>;
  /** Breaks the browser's connection instead of delivering the response. */
  lose(): void;
  /** Sends the start of the response headers, then closes the connection. */
  cutHead(): void;
  /** Sends it. */
  deliver(): void;
}

/** Request bodies that are held back on their way to the gateway. */
export interface HeldBodies {
  release(): void;
}

const nothing = () => {};

type Answer = IncomingMessage;

interface Hold {
  method: string;
  path: RegExp;
  /** Number of responses that still pass before it. */
  after: number;
  onAnswer: (response: Answer, outgoing: ServerResponse) => void;
}

/** Maximum delay with which a busy machine notices a closed connection. */
const HANDOVER_MS = 1000;

/**
 * Proxy between the browser and the gateway that counts requests and injects faults. It keeps running when the gateway is killed
 * and restarted: a refused connection to the gateway is a broken connection for the browser.
 */
export class FaultProxy {
  readonly requests: SeenRequest[] = [];
  readonly #target: () => string;
  readonly #server = createServer((incoming, outgoing) => this.#forward(incoming, outgoing));
  readonly #answers = new Map<SeenRequest, ServerResponse>();
  readonly #holds: Hold[] = [];
  #cutPath: RegExp | null = null;
  #replaced: { path: RegExp; body: string } | null = null;
  #bodyHold: { path: RegExp; bytes: number; released: Promise<void> } | null = null;

  private constructor(target: () => string) {
    this.#target = target;
  }

  /** Starts the proxy. @param target returns the gateway's URL; called for each request. */
  static async start(target: () => string): Promise<FaultProxy> {
    const proxy = new FaultProxy(target);
    await new Promise<void>((resolve) => proxy.#server.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  get address(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Sum of body bytes sent to matching paths. */
  sentBytes(path: RegExp): number {
    return this.#matching(path).reduce((bytes, request) => bytes + request.bodyBytes, 0);
  }

  count(method: string, path: RegExp): number {
    return this.#matching(path).filter((request) => request.method === method).length;
  }

  /** Number of active requests, including streams. */
  open(path: RegExp): number {
    return this.#matching(path).filter(({ to }) => to === null).length;
  }

  /**
   * Maximum number of concurrent requests. A request that closes while the next one opens does not count as concurrent: they use
   * two connections, whose events arrive in any order.
   */
  mostOpen(path: RegExp): number {
    const seen = this.#matching(path);
    const openAt = (timestamp: number) =>
      seen.filter(({ from, to }) => from <= timestamp && (to === null || to > timestamp + HANDOVER_MS)).length;
    return Math.max(0, ...seen.map(({ from }) => openAt(from)));
  }

  forget(): void {
    this.requests.length = 0;
  }

  /** Breaks every request to a matching path, including active ones, until `mend`. */
  cut(path: RegExp): void {
    this.#cutPath = path;
    for (const [{ path: name }, outgoing] of this.#answers) if (path.test(name)) outgoing.destroy();
  }

  mend(): void {
    this.#cutPath = null;
  }

  /** Sends other content in responses to a matching path. */
  replace(path: RegExp, body: string): void {
    this.#replaced = { path, body };
  }

  /** Holds back the next response to a matching request, or the one `after` so many others. */
  holdResponse(method: string, path: RegExp, { after = 0 } = {}): HeldResponse {
    let lose = nothing;
    let cutHead = nothing;
    let deliver = nothing;
    const given = new Promise<void>((resolve) => {
      const onResponse = (response: Answer, outgoing: ServerResponse) => {
        lose = () => outgoing.destroy();
        cutHead = () => outgoing.socket?.end('HTTP/1.1 200 OK\r\nX-Service-Request-Id: cut\r\nContent-Ty');
        const body: Buffer[] = [];
        response.on('data', (chunk: Buffer) => body.push(chunk));
        response.on('end', resolve);
        deliver = () => {
          outgoing.writeHead(response.statusCode ?? 502, response.headers);
          outgoing.end(Buffer.concat(body));
        };
      };
      this.#holds.push({ method, path, after, onAnswer: onResponse });
    });
    return { given, lose: () => lose(), cutHead: () => cutHead(), deliver: () => deliver() };
  }

  /** Passes this many bytes of each body to a matching path, and the rest on `release`. */
  holdBodies(path: RegExp, bytes: number): HeldBodies {
    let release = nothing;
    const released = new Promise<void>((resolve) => (release = resolve));
    this.#bodyHold = { path, bytes, released };
    return {
      release: () => {
        this.#bodyHold = null;
        release();
      },
    };
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #matching(path: RegExp): SeenRequest[] {
    return this.requests.filter((request) => path.test(request.path));
  }

  #forward(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const { method = 'GET', url = '/' } = incoming;
    const seen: SeenRequest = {
      method,
      path: url.replace(/\?.*$/, ''),
      query: url.replace(/^[^?]*/, ''),
      key: incoming.headers['idempotency-key']?.toString() ?? null,
      bodyBytes: 0,
      status: null,
      from: performance.now(),
      to: null,
    };
    this.requests.push(seen);
    this.#answers.set(seen, outgoing);
    outgoing.on('close', () => {
      seen.to = performance.now();
      this.#answers.delete(seen);
    });
    if (this.#cutPath?.test(seen.path)) {
      outgoing.destroy();
      return;
    }
    if (this.#replaced?.path.test(seen.path)) {
      seen.status = 200;
      outgoing.end(this.#replaced.body);
      return;
    }
    const { hostname, port } = new URL(this.#target());
    // Forwards the page's Host header, as a reverse proxy that preserves it does.
    const onward = httpRequest({ hostname, port, method, path: url, headers: incoming.headers }, (response) => {
      seen.status = response.statusCode ?? null;
      response.on('error', () => outgoing.destroy());
      const hold = this.#takeHold(seen);
      if (hold) {
        hold.onAnswer(response, outgoing);
        return;
      }
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
    });
    onward.on('error', () => outgoing.destroy());
    outgoing.on('close', () => onward.destroy());
    incoming.pipe(this.#countingBody(seen)).pipe(onward);
  }

  #countingBody(seen: SeenRequest): Transform {
    return new Transform({
      transform: (chunk: Buffer, _encoding, pass) => {
        seen.bodyBytes += chunk.length;
        const held = this.#bodyHold;
        if (held?.path.test(seen.path) && seen.bodyBytes >= held.bytes)
          void held.released.then(() => pass(null, chunk));
        else pass(null, chunk);
      },
    });
  }

  #takeHold({ method, path }: SeenRequest): Hold | undefined {
    const index = this.#holds.findIndex((hold) => hold.method === method && hold.path.test(path));
    const hold = this.#holds[index];
    if (!hold) return undefined;
    if (hold.after === 0) return this.#holds.splice(index, 1)[0];
    hold.after -= 1;
    return undefined;
  }
}
