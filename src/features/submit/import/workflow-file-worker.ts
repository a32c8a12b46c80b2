import { convertUiText } from '@/domains/ui-format/convert-ui-workflow';
import type { UiConversion } from '@/domains/ui-format/conversion-result';
import { readPastedText, readWorkflowFile } from './read-workflow-file';
import { writeBack, type WriteBackResult } from '@/domains/ui-format/write-back';
import type { ConversionRequest, FileParseResult, WorkflowFileRequest, WriteBackTask } from './workflow-file-protocol';

type Request = WorkflowFileRequest | ConversionRequest | WriteBackTask;

self.addEventListener('message', (event: MessageEvent<Request>) => {
  response(event.data).then(
    (found) => self.postMessage(found),
    () => self.postMessage(UNREADABLE),
  );
});

async function response(request: Request): Promise<FileParseResult | UiConversion | WriteBackResult> {
  if ('writeBack' in request) return writeBack(request.writeBack, request.definitions);
  if ('uiFormat' in request) return convertUiText(request.uiFormat, request.definitions);
  return 'text' in request ? readPastedText(request.text) : readWorkflowFile(request.file, request.name);
}

const UNREADABLE: FileParseResult = {
  kind: 'problem',
  title: 'The browser cannot read this file',
  explanation: 'It was moved or changed, or it is a folder. Choose it again.',
};
