import { callWorker } from '@/lib/ask-worker';
import type { ModelDocumentReplies } from '@/workers/model-document-messages';
// oxlint-disable-next-line import/default -- Vite makes the module of this address
import workerUrl from '@/workers/model-document-worker?worker&url';

/** A document of usual size is read within a frame; asking a worker takes longer than that. */
export const LARGE_DOCUMENT_CHARS = 250_000;

const LIMIT_MS = 15_000;

/** A question about a model's document that the page does not wait for. @throws Error */
export function askDocument<Kind extends keyof ModelDocumentReplies>(
  kind: Kind,
  text: string,
  body?: string,
): Promise<ModelDocumentReplies[Kind]> {
  return callWorker(workerUrl, { kind, text, ...(body === undefined ? {} : { body }) }, LIMIT_MS);
}
