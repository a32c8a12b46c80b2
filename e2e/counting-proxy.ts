import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface SeenRequest {
  method: string;
  /** Without the query. */
  path: string;
  /** Bytes of the body that the browser truly sent. */
  bodyBytes: number;
  /** Null while unanswered. */
  status: number | null;
}

/**
 * Stands between the browser and the gateway and counts. It changes nothing, and it stays where it is when the gateway
 * behind it is killed and started again: a refused connection there is a cut connection here.
 */
export class CountingProxy {
  readonly requests: SeenRequest[] = [];
  readonly #target: () => string;
  readonly #server = createServer((incoming, outgoing) => this.#forward(incoming, outgoing));

  private constructor(target: () => string) {
    this.#target = target;
  }

  /** @param target the address of the gateway, asked anew for each request. */
  static async start(target: () => string): Promise<CountingProxy> {
    const proxy = new CountingProxy(target);
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

  forget(): void {
    this.requests.length = 0;
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
    const seen: SeenRequest = { method, path: url.replace(/\?.*$/, ''), bodyBytes: 0, status: null };
    this.requests.push(seen);
    const { hostname, port } = new URL(this.#target());
    // The Host header stays that of the page, as behind a reverse proxy that keeps it.
    const onward = httpRequest({ hostname, port, method, path: url, headers: incoming.headers }, (answer) => {
      seen.status = answer.statusCode ?? null;
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
      answer.on('error', () => outgoing.destroy());
    });
    onward.on('error', () => outgoing.destroy());
    outgoing.on('close', () => onward.destroy());
    incoming.on('data', (chunk: Buffer) => (seen.bodyBytes += chunk.length));
    incoming.pipe(onward);
  }
}
