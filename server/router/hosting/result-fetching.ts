import type { PublicFetch } from './public-fetch';

/**
 * URLs that have occurred in responses. Nothing else is fetched for a page: otherwise a page could make the gateway fetch
 * resources that only this machine can reach.
 */
export interface ResultUrlAllowlist {
  note(addresses: readonly string[]): void;
  has(address: string): boolean;
}

/** Dependencies for fetching model results; available on Node only. */
export interface ResultFetching {
  fetchPublic: PublicFetch;
  seen: ResultUrlAllowlist;
  /** Origins of the configured providers, which may be in a private network. */
  trustedOrigins: ReadonlySet<string>;
}
