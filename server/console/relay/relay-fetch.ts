/**
 * Sends one request of the relay as it is and follows no redirect. The port exists because browsers and tests have no
 * network of their own; `server/platform/relay-client.ts` is the one of the product.
 * @throws RelayFailure
 */
export type RelayFetch = (request: Request, options: RelayFetchOptions) => Promise<Response>;

export interface RelayFetchOptions {
  /** From the last byte of the request to the status of the response. */
  headersMs: number;
  /** Between two pieces of the response, unless the reader is slow. */
  idleMs: number;
  /**
   * Present if the URL was not configured but named by a redirect of this surface: private networks are then closed,
   * unless the surface itself is in one.
   */
  namedBy?: URL;
}

export type RelayFailureKind =
  'name' | 'refused' | 'unreachable' | 'timeout' | 'tls' | 'private_network' | 'redirect' | 'invalid_response';

/** Why no response came. The message is a clause that is safe to show: "the connection was refused". */
export class RelayFailure extends Error {
  readonly kind: RelayFailureKind;
  constructor(kind: RelayFailureKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'RelayFailure';
    this.kind = kind;
  }
}
