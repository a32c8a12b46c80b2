/** A catalog as this browser keeps it, until it was walked through again. No cursor is among it. */
export interface StoredCatalog {
  /** Another address is another catalog. */
  routerBaseUrl: string;
  /** A digest of the credential that saw it; empty where that is our own gateway's cookie, which no script can read. */
  account: string;
  /** When the walk was through, in Unix milliseconds. */
  walkedAt: number;
  /** The entity tag of the whole; null where the router gives none. */
  tag: string | null;
  /** The entries as JSON: ten thousand objects are copied in many times the time of one string. */
  text: string;
}
