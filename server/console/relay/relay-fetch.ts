/**
 * Sends one request of the relay unchanged and follows no redirect. A port, since browsers and tests have no network access; the
 * product uses `server/platform/relay-client.ts`.
 * @throws RelayFailure
 */
export type RelayFetch = (request: Request, options: RelayFetchOptions) => Promise<Response>;

export interface RelayFetchOptions {
  /** Maximum time from the last byte of the request to the status of the response. */
  headersMs: number;
  /** Maximum time between two chunks of the response, unless the client is slow. */
  idleMs: number;
  /**
   * Set if the URL was not configured but comes from this response of the surface, a redirect. Private networks are then blocked,
   * except for the address that sent the response.
   */
  redirectedBy?: Response;
}

export type RelayFailureKind =
  | 'name'
  | 'refused'
  | 'unreachable'
  | 'timeout'
  | 'tls'
  | 'private_network'
  | 'redirect'
  | 'invalid_response'
  /** The configured address is one that the gateway never connects to. */
  | 'blocked';

/** Why there is no response. The message is a clause that is safe to show: "the connection was refused". */
export class RelayFailure extends Error {
  readonly kind: RelayFailureKind;
  constructor(kind: RelayFailureKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'RelayFailure';
    this.kind = kind;
  }
}
