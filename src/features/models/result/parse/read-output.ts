import { t } from '@/lib/i18n/messages';
import { callWorker } from '@/lib/worker-calls';
import type { OutputReply, OutputRequest } from '@/features/models/result/parse/output-protocol';
// oxlint-disable-next-line import/default -- Vite makes the module of this address
import workerUrl from '@/features/models/result/parse/output-worker?worker&url';
import type { OutputMedia } from './output-media';
import type { FoundColor } from './find-colors';
import type { FoundWarning } from './find-warnings';
import type { FoundText } from './find-text';
import { formOf, typeOfBytes, type ResponseForm } from './response-form';
import { SNIFF_BYTES } from './sniff-bytes';

/** Media and texts in a response. */
export interface ReadResponse {
  form: ResponseForm;
  media: readonly OutputMedia[];
  texts: readonly FoundText[];
  warnings: readonly FoundWarning[];
  colors: readonly FoundColor[];
  /** Its content type is JSON, but it cannot be parsed. */
  problem: string | null;
}

/** Larger JSON is not searched: parsing would take more memory than a page should use. */
const MAX_JSON_BYTES = 96 * 1024 * 1024;
const READ_TIMEOUT_MS = 20_000;
export const MAX_TEXT_BYTES = 512 * 1024;

export async function readResponse(file: Blob, contentType: string, runId: string): Promise<ReadResponse> {
  const head = new Uint8Array(await file.slice(0, SNIFF_BYTES).arrayBuffer());
  const form = formOf(contentType, head);
  const nothing = { media: [], texts: [], warnings: [], colors: [], problem: null };
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
  if (file.size > MAX_JSON_BYTES) return { ...nothing, form, problem: t('Too long to search for media.') };
  const found = await find({ file, runId });
  return found.kind === 'read' ? { ...nothing, ...found, form } : { ...nothing, form, problem: found.message };
}

async function find(request: OutputRequest): Promise<OutputReply> {
  try {
    return await callWorker<OutputReply>(workerUrl, request, READ_TIMEOUT_MS);
  } catch {
    return { kind: 'unreadable', message: t('Searching it for media timed out.') };
  }
}
