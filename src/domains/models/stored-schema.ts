import type { DocumentSummary } from './document-summary';

/** A cached schema document, revalidated by its ETag. */
export interface StoredSchema extends DocumentSummary {
  etag: string;
  /** Unchanged text, since `JSON.parse` would change its numbers. */
  text: string;
}
