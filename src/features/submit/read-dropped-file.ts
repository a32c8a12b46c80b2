import { startWorker } from '@/lib/trusted-worker';
// oxlint-disable-next-line import/default -- Vite makes the module of this address
import workerUrl from '@/workers/workflow-file-worker?worker&url';
import type { FileParseResult, WorkflowFileRequest } from '@/workers/workflow-file-messages';

/** A hostile file may keep a reader busy: it is ended, and says so. */
const READ_TIMEOUT_MS = 30_000;

/** Looks into a dropped file off the main thread. Never rejects: what went wrong is what was found. */
export function readDroppedFile(file: File): Promise<FileParseResult> {
  return callWorker({ file, name: file.name });
}

export function readPastedWorkflow(text: string): Promise<FileParseResult> {
  return callWorker({ text });
}

function callWorker(request: WorkflowFileRequest): Promise<FileParseResult> {
  return new Promise((resolve) => {
    const worker = startWorker(workerUrl);
    const finish = (reading: FileParseResult) => {
      clearTimeout(timer);
      worker.terminate();
      resolve(reading);
    };
    const timer = setTimeout(() => {
      finish({
        kind: 'problem',
        title: 'Could not read this file',
        explanation: 'Timed out after 30 seconds.',
      });
    }, READ_TIMEOUT_MS);
    worker.addEventListener('message', (event: MessageEvent<FileParseResult>) => finish(event.data));
    worker.addEventListener('error', () => {
      finish({
        kind: 'problem',
        title: 'The file reader did not start',
        explanation: 'Reload the page and drop the file again.',
      });
    });
    worker.postMessage(request);
  });
}
