import { readPastedText, readWorkflowFile } from './read-workflow-file';
import type { FileParseResult, WorkflowFileRequest } from './workflow-file-messages';

self.addEventListener('message', (event: MessageEvent<WorkflowFileRequest>) => {
  const request = event.data;
  const reading = 'text' in request ? readText(request.text) : readWorkflowFile(request.file, request.name);
  reading.then(
    (found) => self.postMessage(found),
    () => self.postMessage(UNREADABLE),
  );
});

async function readText(text: string): Promise<FileParseResult> {
  return readPastedText(text);
}

const UNREADABLE: FileParseResult = {
  kind: 'problem',
  title: 'The browser cannot read this file',
  explanation: 'It was moved or changed, or it is a folder. Choose it again.',
};
