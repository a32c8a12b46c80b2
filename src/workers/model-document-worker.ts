import { summarizeDocument } from '@/api/models/document-summary';
import { formDocumentText } from '@/features/models/schema/form-document';
import { formNotes } from '@/features/models/schema/form-notes';
import type { ModelDocumentReplies, ModelDocumentRequest } from './model-document-messages';

self.addEventListener('message', ({ data }: MessageEvent<ModelDocumentRequest>) => {
  self.postMessage(answer(data));
});

function answer({ kind, text }: ModelDocumentRequest): ModelDocumentReplies[ModelDocumentRequest['kind']] {
  switch (kind) {
    case 'summary':
      return summarizeDocument(text);
    case 'form':
      return formDocumentText(text);
    case 'notes':
      return formNotes(text);
  }
}
