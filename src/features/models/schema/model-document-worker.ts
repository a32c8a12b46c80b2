import { summarizeDocument } from '@/domains/models/document-summary';
import { formDocumentText } from '@/features/models/schema/form-document';
import { formNotes } from '@/features/models/schema/form-notes';
import { inputFit } from '@/features/models/schema/input-fit';
import { onPageMessage } from '@/lib/i18n/worker-language';
import type { ModelDocumentReplies, ModelDocumentRequest } from './model-document-protocol';

onPageMessage<ModelDocumentRequest>((data) => {
  self.postMessage(response(data));
});

function response(request: ModelDocumentRequest): ModelDocumentReplies[ModelDocumentRequest['kind']] {
  switch (request.kind) {
    case 'summary':
      return summarizeDocument(request.text);
    case 'form':
      return formDocumentText(request.text);
    case 'notes':
      return formNotes(request.text);
    case 'fit':
      return inputFit(request.text, request.body ?? '{}');
  }
}
