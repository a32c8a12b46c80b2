import { callWorker } from '@/lib/worker-calls';
import type { ModelDocumentReplies } from '@/features/models/schema/model-document-protocol';
// oxlint-disable-next-line import/default -- Vite makes the module of this address
import workerUrl from '@/features/models/schema/model-document-worker?worker&url';

/** A typical document is read within a frame; a worker takes longer than that. */
export const LARGE_DOCUMENT_CHARS = 250_000;

const LIMIT_MS = 15_000;

/** Sends a request about a schema document to a worker; the page does not wait for the response. @throws Error */
export function callDocumentWorker<Kind extends keyof ModelDocumentReplies>(
  kind: Kind,
  text: string,
  body?: string,
): Promise<ModelDocumentReplies[Kind]> {
  return callWorker(workerUrl, { kind, text, ...(body === undefined ? {} : { body }) }, LIMIT_MS);
}
