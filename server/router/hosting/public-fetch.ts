import type { FetchProblem } from '@contract/console/fetch-url';

/**
 * Fetches a file from an untrusted URL. This is an interface because browsers and tests cannot guard network access;
 * `ssrf-safe-fetch.ts` is the implementation of the product.
 */
export type PublicFetch = (address: string, options: PublicFetchOptions) => Promise<PublicFile>;

export interface PublicFetchOptions {
  maxBytes: number;
  signal?: AbortSignal;
  /** Configured origins that may be fetched even in a private network. */
  trustedOrigins?: ReadonlySet<string>;
  /** Default: 5. */
  maxRedirects?: number;
  /** Absent: none is sent. Some sites require one. */
  userAgent?: string;
}

export interface PublicFile {
  /** Content type of the response; `application/octet-stream` if it has none. */
  contentType: string;
  /** File name that the server states; `null` if it states none. */
  fileName: string | null;
  /** After redirects. */
  url: string;
  /** Throws `FetchBlocked` if the content exceeds `maxBytes`. */
  content: AsyncIterable<Uint8Array>;
}

interface BlockedOptions extends ErrorOptions {
  problem?: FetchProblem;
  /** Host that caused it. */
  host?: string;
  /** HTTP status of its response. */
  status?: number;
}

/** Error with the reason why a file was not fetched; the message is safe to show. */
export class FetchBlocked extends Error {
  /** `null`: a reason of one caller only, which is in the message. */
  readonly problem: FetchProblem | null;
  readonly host: string | null;
  readonly status: number | null;
  constructor(message: string, { problem, host, status, ...options }: BlockedOptions = {}) {
    super(message, options);
    this.name = 'FetchBlocked';
    this.problem = problem ?? null;
    this.host = host ?? null;
    this.status = status ?? null;
  }
}
