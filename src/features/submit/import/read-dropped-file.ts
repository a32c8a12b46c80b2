import type { NodeDefinitions } from '@contract/workflow/node-definitions';
import { t } from '@/lib/i18n/messages';
import { startWorker } from '@/lib/worker-factory';
import type { UiConversion } from '@/domains/ui-format/conversion-result';
import type { WriteBackRequest, WriteBackResult } from '@/domains/ui-format/write-back';
// oxlint-disable-next-line import/default -- Vite makes the module of this address
import workerUrl from '@/features/submit/import/workflow-file-worker?worker&url';
import type {
  ConversionRequest,
  FileParseResult,
  WorkflowFileRequest,
  WriteBackTask,
} from '@/features/submit/import/workflow-file-protocol';
import { convertFound } from './convert-found';

/** Node definitions of the server that is to run the workflow; `null` if it does not list them. */
export type LoadDefinitions = () => Promise<NodeDefinitions | null>;

/** A malicious file may keep the parser busy: parsing then stops and reports it. */
const READ_TIMEOUT_MS = 30_000;

/** Parses a dropped file off the main thread. Never rejects: errors are part of the result. */
export async function readDroppedFile(file: File, load: LoadDefinitions): Promise<FileParseResult> {
  return convertFound(await read({ file, name: file.name }), load, convertUiFormat);
}

export async function readPastedWorkflow(text: string, load: LoadDefinitions): Promise<FileParseResult> {
  return convertFound(await read({ text }), load, convertUiFormat);
}

function read(request: WorkflowFileRequest): Promise<FileParseResult> {
  return callWorker<FileParseResult>(request, (title, explanation) => ({ kind: 'problem', title, explanation }));
}

/** Converts a workflow in the UI format off the main thread. Never rejects. */
export function convertUiFormat(uiFormat: string, definitions: NodeDefinitions): Promise<UiConversion> {
  return callWorker<UiConversion>({ uiFormat, definitions }, failedConversion);
}

/** Writes the values of a draft to the file that it was converted from, off the main thread. Never rejects. */
export function writeBackUiFormat(request: WriteBackRequest, definitions: NodeDefinitions): Promise<WriteBackResult> {
  return callWorker<WriteBackResult>({ writeBack: request, definitions }, failedConversion);
}

function failedConversion(title: string, explanation: string): Extract<UiConversion, { ok: false }> {
  return { ok: false, problems: [{ nodeId: '', title: '', classType: '', message: `${title}.`, advice: explanation }] };
}

function callWorker<Result>(
  request: WorkflowFileRequest | ConversionRequest | WriteBackTask,
  failed: (title: string, explanation: string) => Result,
): Promise<Result> {
  return new Promise((resolve) => {
    const worker = startWorker(workerUrl);
    const finish = (result: Result) => {
      clearTimeout(timer);
      worker.terminate();
      resolve(result);
    };
    const timer = setTimeout(
      () => finish(failed(t('Could not read this file'), t('Timed out after 30 seconds.'))),
      READ_TIMEOUT_MS,
    );
    worker.addEventListener('message', (event: MessageEvent<Result>) => finish(event.data));
    worker.addEventListener('error', () => {
      finish(failed(t('The file reader did not start'), t('Reload the page and drop the file again.')));
    });
    worker.postMessage(request);
  });
}
