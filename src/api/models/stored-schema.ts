import type { DocumentSummary } from './document-summary';

/** A schema document as this browser keeps it, to be asked for again by its tag only. */
export interface StoredSchema extends DocumentSummary {
  etag: string;
  /** Byte for byte, since its numbers do not survive `JSON.parse`. */
  text: string;
}
