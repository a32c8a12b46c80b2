import type { DocumentSummary } from '@/api/models/document-summary';
import type { FormNote } from '@/features/models/schema/form-notes';
import type { InputFit } from '@/features/models/schema/input-fit';

/** What is asked of a model's document away from the page, one question to a worker. */
export interface ModelDocumentRequest {
  kind: keyof ModelDocumentReplies;
  text: string;
  /** For `fit`: the body to be judged. */
  body?: string;
}

export interface ModelDocumentReplies {
  summary: DocumentSummary;
  /** A form document as JSON text; see `form-document.ts`. */
  form: string;
  notes: readonly FormNote[];
  fit: InputFit;
}
