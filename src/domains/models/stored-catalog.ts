/** A cached catalog, without cursors. */
export interface StoredCatalog {
  /** The cache is valid for this URL only. */
  routerBaseUrl: string;
  /** Digest of the credential used; empty for the cookie of our own gateway, which scripts cannot read. */
  account: string;
  /** Completion time of the walk, in Unix milliseconds. */
  walkedAt: number;
  /** ETag of the whole catalog; `null` if the router sends none. */
  tag: string | null;
  /** Entries as JSON: storing one string is much faster than cloning ten thousand objects. */
  text: string;
}
