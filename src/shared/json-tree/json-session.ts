import { startWorker } from '@/lib/trusted-worker';
import type { JsonTreeResponses, JsonTreeReply, JsonTreeRequest } from '@/workers/json-tree-messages';
// oxlint-disable-next-line import/default -- Vite makes the module of this address
import workerUrl from '@/workers/json-tree-worker?worker&url';

/** Of more text than this a tree would take more memory than a page should. */
export const MAX_JSON_BYTES = 96 * 1024 * 1024;
/** What cannot be read in this time is shown as text. */
const OPEN_TIMEOUT_MS = 20_000;

/** A document that is open in a worker of its own. */
export interface JsonSession {
  id: string;
  rowCount: number;
  ask: <Kind extends JsonTreeRequest['kind']>(
    request: Extract<JsonTreeRequest, { kind: Kind }>,
  ) => Promise<JsonTreeResponses[Kind]>;
  close: () => void;
}

/** @throws Error in words for people where it is no JSON, or too much of it */
export async function openJson(file: Blob): Promise<JsonSession> {
  if (file.size > MAX_JSON_BYTES) throw new Error('Too long for a tree.');
  const worker = startWorker(workerUrl);
  const waiting: { resolve: (answer: never) => void; reject: (error: Error) => void }[] = [];
  const fail = (message: string) => {
    worker.terminate();
    for (const { reject } of waiting.splice(0)) reject(new Error(message));
  };
  worker.addEventListener('message', (event: MessageEvent<JsonTreeReply>) => {
    const next = waiting.shift();
    if (event.data.ok) next?.resolve(event.data.answer as never);
    else next?.reject(new Error(event.data.message));
  });
  worker.addEventListener('error', () => fail('The document could not be read.'));
  const ask: JsonSession['ask'] = (request) =>
    new Promise((resolve, reject) => {
      waiting.push({ resolve, reject });
      worker.postMessage(request);
    });
  const timer = setTimeout(() => fail('It takes too long to read.'), OPEN_TIMEOUT_MS);
  try {
    const rowCount = await ask({ kind: 'open', file });
    return { id: crypto.randomUUID(), rowCount, ask, close: () => worker.terminate() };
  } catch (error) {
    worker.terminate();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
