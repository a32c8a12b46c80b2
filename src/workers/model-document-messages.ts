import type { DocumentSummary } from '@/api/models/document-summary';
import type { FormNote } from '@/features/models/schema/form-notes';

/** What is asked of a model's document away from the page, one question to a worker. */
export type ModelDocumentRequest = { kind: 'summary' | 'form' | 'notes'; text: string };

export interface ModelDocumentReplies {
  summary: DocumentSummary;
  /** A form document as JSON text; see `form-document.ts`. */
  form: string;
  notes: readonly FormNote[];
}
