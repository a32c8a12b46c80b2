/** As `server/platform/gateway.ts` tells them from those of the console. */
const API_PATHS = /^\/(?:api|console|v1|v2)(?:\/|$)/;

/** What a page loads to run it. A stored file must never be taken for one, whatever its type. */
const CODE: ReadonlySet<string> = new Set([
  'audioworklet',
  'paintworklet',
  'script',
  'serviceworker',
  'sharedworker',
  'style',
  'worker',
]);

/** Which requests of a page are for the gateway. The demo may lie in a folder of its host. */
export class GatewayPaths {
  readonly #origin: string;
  /** Without a slash at its end. */
  readonly #folder: string;

  /** @param scope URL of the folder of the demo */
  constructor(scope: string) {
    const { origin, pathname } = new URL(scope);
    this.#origin = origin;
    this.#folder = pathname.replace(/\/$/, '');
  }

  /** @returns the request as the gateway knows it; null if it is none of its requests. */
  toGateway(request: Request): Request | null {
    const url = new URL(request.url);
    if (url.origin !== this.#origin) return null;
    const inFolder = url.pathname.startsWith(`${this.#folder}/`) ? url.pathname.slice(this.#folder.length) : null;
    const pathname = [inFolder, url.pathname].find((each) => each !== null && API_PATHS.test(each));
    if (!pathname || CODE.has(request.destination)) return null;
    if (pathname === url.pathname) return request;
    url.pathname = pathname;
    const { method, headers, body, signal } = request;
    // A stream as body needs `duplex`, which the types lack.
    const streamed = body === null ? {} : { body, duplex: 'half' };
    return new Request(url, { method, headers, signal, ...streamed });
  }
}
