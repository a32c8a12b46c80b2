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
}

export interface PublicFile {
  /** Content type of the response; `application/octet-stream` if it has none. */
  contentType: string;
  /** Throws `FetchBlocked` if the content exceeds `maxBytes`. */
  content: AsyncIterable<Uint8Array>;
}

/** Error with the reason why a file was not fetched; the message is safe to show. */
export class FetchBlocked extends Error {
  readonly isTooLarge: boolean;
  constructor(message: string, { isTooLarge = false, ...options }: ErrorOptions & { isTooLarge?: boolean } = {}) {
    super(message, options);
    this.name = 'FetchBlocked';
    this.isTooLarge = isTooLarge;
  }
}
