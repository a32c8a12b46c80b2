import { convertUiText } from '@/domains/ui-format/convert-ui-workflow';
import type { UiConversion } from '@/domains/ui-format/conversion-result';
import { readPastedText, readWorkflowFile } from './read-workflow-file';
import type { ConversionRequest, FileParseResult, WorkflowFileRequest } from './workflow-file-protocol';

self.addEventListener('message', (event: MessageEvent<WorkflowFileRequest | ConversionRequest>) => {
  response(event.data).then(
    (found) => self.postMessage(found),
    () => self.postMessage(UNREADABLE),
  );
});

async function response(request: WorkflowFileRequest | ConversionRequest): Promise<FileParseResult | UiConversion> {
  if ('uiFormat' in request) return convertUiText(request.uiFormat, request.definitions);
  return 'text' in request ? readPastedText(request.text) : readWorkflowFile(request.file, request.name);
}

const UNREADABLE: FileParseResult = {
  kind: 'problem',
  title: 'The browser cannot read this file',
  explanation: 'It was moved or changed, or it is a folder. Choose it again.',
};
