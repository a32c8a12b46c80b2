import type { DocumentSummary } from '@/domains/models/document-summary';
import type { FormNote } from '@/features/models/schema/form-notes';
import type { InputFit } from '@/features/models/schema/input-fit';

/** Request about a schema document, processed in a worker; one request per worker. */
export interface ModelDocumentRequest {
  kind: keyof ModelDocumentReplies;
  text: string;
  /** For `fit`: the body to validate. */
  body?: string;
}

export interface ModelDocumentReplies {
  summary: DocumentSummary;
  /** A form document as JSON text; see `form-document.ts`. */
  form: string;
  notes: readonly FormNote[];
  fit: InputFit;
}
