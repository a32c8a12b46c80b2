/** The same API paths as in `server/platform/gateway.ts`; all others are those of the console. */
const API_PATHS = /^\/(?:api|console|v1|v2)(?:\/|$)/;

/** Destinations that load code. A stored file must never be loaded as code, whatever its type. */
const CODE: ReadonlySet<string> = new Set([
  'audioworklet',
  'paintworklet',
  'script',
  'serviceworker',
  'sharedworker',
  'style',
  'worker',
]);

/** Selects the requests of a page that the gateway handles. The demo may be in a subfolder of its host. */
export class GatewayPaths {
  readonly #origin: string;
  /** Without a trailing slash. */
  readonly #folder: string;

  /** @param scope URL of the folder of the demo */
  constructor(scope: string) {
    const { origin, pathname } = new URL(scope);
    this.#origin = origin;
    this.#folder = pathname.replace(/\/$/, '');
  }

  /** @returns the request with the path that the gateway expects; `null` if the gateway does not handle it. */
  toGateway(request: Request): Request | null {
    const url = new URL(request.url);
    if (url.origin !== this.#origin) return null;
    const inFolder = url.pathname.startsWith(`${this.#folder}/`) ? url.pathname.slice(this.#folder.length) : null;
    const pathname = [inFolder, url.pathname].find((each) => each !== null && API_PATHS.test(each));
    if (!pathname || CODE.has(request.destination)) return null;
    if (pathname === url.pathname) return request;
    url.pathname = pathname;
    const { method, headers, body, signal } = request;
    // A stream as body needs `duplex`, which is missing in the types.
    const streamed = body === null ? {} : { body, duplex: 'half' };
    return new Request(url, { method, headers, signal, ...streamed });
  }
}
