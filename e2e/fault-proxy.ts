import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Transform } from 'node:stream';

export interface SeenRequest {
  method: string;
  /** Without the query. */
  path: string;
  /** Its `Idempotency-Key`. */
  key: string | null;
  /** Bytes of the body that the browser truly sent. */
  bodyBytes: number;
  /** Null while unanswered. */
  status: number | null;
  /** Monotonic instants; `to` is null while the request is under way. */
  from: number;
  to: number | null;
}

/** An answer that the gateway has given and the browser has not got. */
export interface HeldResponse {
  /** Resolves when the gateway has answered: what it says is on its disk by then. */
  readonly given: Promise<void>;
  /** The browser never gets it: its connection breaks. */
  lose(): void;
  /** The browser gets the start of its head, and then its connection ends. */
  cutHead(): void;
}

/** Bodies that stand still on their way to the gateway. */
export interface HeldBodies {
  release(): void;
}

const nothing = () => {};

type Answer = IncomingMessage;

interface Hold {
  method: string;
  path: RegExp;
  onAnswer: (answer: Answer, outgoing: ServerResponse) => void;
}

/** A busy machine notices the end of a connection this much later. */
const HANDOVER_MS = 100;

/**
 * Stands between the browser and the gateway, counts, and breaks what it is asked to break. It stays where it is when
 * the gateway behind it is killed and started again: a refused connection there is a cut connection here.
 */
export class FaultProxy {
  readonly requests: SeenRequest[] = [];
  readonly #target: () => string;
  readonly #server = createServer((incoming, outgoing) => this.#forward(incoming, outgoing));
  readonly #answers = new Map<SeenRequest, ServerResponse>();
  readonly #holds: Hold[] = [];
  #cutPath: RegExp | null = null;
  #bodyHold: { path: RegExp; bytes: number; released: Promise<void> } | null = null;

  private constructor(target: () => string) {
    this.#target = target;
  }

  /** @param target the address of the gateway, asked anew for each request. */
  static async start(target: () => string): Promise<FaultProxy> {
    const proxy = new FaultProxy(target);
    await new Promise<void>((resolve) => proxy.#server.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  get address(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Of requests with a body to paths that match. */
  sentBytes(path: RegExp): number {
    return this.#matching(path).reduce((bytes, request) => bytes + request.bodyBytes, 0);
  }

  count(method: string, path: RegExp): number {
    return this.#matching(path).filter((request) => request.method === method).length;
  }

  /** Requests under way now, streams among them. */
  open(path: RegExp): number {
    return this.#matching(path).filter(({ to }) => to === null).length;
  }

  /**
   * The most that were ever under way at once. One that is being closed while the next one opens does not count beside it:
   * they are two connections, whose events come in any order.
   */
  mostOpen(path: RegExp): number {
    const seen = this.#matching(path);
    const openAt = (instant: number) =>
      seen.filter(({ from, to }) => from <= instant && (to === null || to > instant + HANDOVER_MS)).length;
    return Math.max(0, ...seen.map(({ from }) => openAt(from)));
  }

  forget(): void {
    this.requests.length = 0;
  }

  /** Breaks every request to such a path, those under way too, until `mend`. */
  cut(path: RegExp): void {
    this.#cutPath = path;
    for (const [{ path: name }, outgoing] of this.#answers) if (path.test(name)) outgoing.destroy();
  }

  mend(): void {
    this.#cutPath = null;
  }

  /** Keeps the next answer to such a request from the browser. */
  holdResponse(method: string, path: RegExp): HeldResponse {
    let lose = nothing;
    let cutHead = nothing;
    const given = new Promise<void>((resolve) => {
      const onAnswer = (answer: Answer, outgoing: ServerResponse) => {
        lose = () => outgoing.destroy();
        cutHead = () => outgoing.socket?.end('HTTP/1.1 200 OK\r\nX-Service-Request-Id: cut\r\nContent-Ty');
        answer.resume();
        answer.on('end', resolve);
      };
      this.#holds.push({ method, path, onAnswer });
    });
    return { given, lose: () => lose(), cutHead: () => cutHead() };
  }

  /** Lets so many bytes of each body to such a path through, and the rest on `release`. */
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
    const { hostname, port } = new URL(this.#target());
    // The Host header stays that of the page, as behind a reverse proxy that keeps it.
    const onward = httpRequest({ hostname, port, method, path: url, headers: incoming.headers }, (answer) => {
      seen.status = answer.statusCode ?? null;
      answer.on('error', () => outgoing.destroy());
      const hold = this.#takeHold(seen);
      if (hold) {
        hold.onAnswer(answer, outgoing);
        return;
      }
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
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
    return index < 0 ? undefined : this.#holds.splice(index, 1)[0];
  }
}
