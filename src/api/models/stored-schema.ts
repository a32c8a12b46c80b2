/** A schema document as this browser keeps it, to be asked for again by its tag only. */
export interface StoredSchema {
  etag: string;
  /** Byte for byte, since its numbers do not survive `JSON.parse`. */
  text: string;
  /** A sentence on what the model does, in the words of the document; empty where it has none. */
  summary: string;
  /** What the document itself says; the catalog knows no modalities. */
  inputModalities: readonly string[];
  outputModalities: readonly string[];
}
