/**
 * Reads a file from an address that a stranger named. The port exists because browsers and tests have no network that
 * could be guarded; `ssrf-safe-fetch.ts` is the one of the product.
 */
export type PublicFetch = (address: string, options: PublicFetchOptions) => Promise<PublicFile>;

export interface PublicFetchOptions {
  maxBytes: number;
  signal?: AbortSignal;
  /** Origins that may be asked although they lie in a private network: the owner named them. */
  trustedOrigins?: ReadonlySet<string>;
  /** Five where nothing is said. */
  maxRedirects?: number;
}

export interface PublicFile {
  /** As the server says it; `application/octet-stream` where it says nothing. */
  contentType: string;
  /** Ends with `FetchBlocked` when more than `maxBytes` come. */
  content: AsyncIterable<Uint8Array>;
}

/** Why a file was not fetched, as a sentence that is safe to show. */
export class FetchBlocked extends Error {
  readonly isTooLarge: boolean;
  constructor(message: string, { isTooLarge = false, ...options }: ErrorOptions & { isTooLarge?: boolean } = {}) {
    super(message, options);
    this.name = 'FetchBlocked';
    this.isTooLarge = isTooLarge;
  }
}
