import { callWorker } from '@/lib/ask-worker';
import type { ResponseReply, ValidationRequest } from '@/workers/answer-messages';
// oxlint-disable-next-line import/default -- Vite makes the module of this address
import workerUrl from '@/workers/answer-worker?worker&url';
import type { OutputMedia } from './output-media';
import type { FoundColor } from './find-colors';
import type { FoundWarning } from './find-warnings';
import type { FoundText } from './find-text';
import { formOf, typeOfBytes, type ResponseForm } from './response-form';
import { SNIFF_BYTES } from './sniff-bytes';

/** What there is to see, to hear and to read in an answer. */
export interface ReadAnswer {
  form: ResponseForm;
  media: readonly OutputMedia[];
  texts: readonly FoundText[];
  remarks: readonly FoundWarning[];
  colors: readonly FoundColor[];
  /** It calls itself JSON and cannot be read as such. */
  problem: string | null;
}

/** Of more JSON than this nothing is looked for: reading would take more memory than a page should. */
const MAX_JSON_BYTES = 96 * 1024 * 1024;
const READ_TIMEOUT_MS = 20_000;
export const MAX_TEXT_BYTES = 512 * 1024;

export async function readAnswer(file: Blob, contentType: string, runId: string): Promise<ReadAnswer> {
  const head = new Uint8Array(await file.slice(0, SNIFF_BYTES).arrayBuffer());
  const form = formOf(contentType, head);
  const nothing = { media: [], texts: [], remarks: [], colors: [], problem: null };
  if (form === 'text') {
    const text = await file.slice(0, MAX_TEXT_BYTES).text();
    return { ...nothing, form, texts: [{ path: [], text, isReasoning: false }] };
  }
  if (form === 'file') {
    const typed = typeOfBytes(contentType, head);
    const blob = file.slice(0, file.size, typed);
    return {
      ...nothing,
      form,
      media: [{ id: runId, path: [], contentType: typed, isExtra: false, source: { kind: 'bytes', blob } }],
    };
  }
  if (file.size > MAX_JSON_BYTES) return { ...nothing, form, problem: 'Too long to search for media.' };
  const found = await find({ file, runId });
  return found.kind === 'read' ? { ...nothing, ...found, form } : { ...nothing, form, problem: found.message };
}

async function find(request: ValidationRequest): Promise<ResponseReply> {
  try {
    return await callWorker<ResponseReply>(workerUrl, request, READ_TIMEOUT_MS);
  } catch {
    return { kind: 'unreadable', message: 'Searching it for media timed out.' };
  }
}
