import { t } from '@/lib/i18n/messages';
import { startWorker } from '@/lib/worker-factory';
import type { JsonTreeResponses, JsonTreeReply, JsonTreeRequest } from '@/shared/json-tree/json-tree-protocol';
// oxlint-disable-next-line import/default -- Vite makes the module of this address
import workerUrl from '@/shared/json-tree/json-tree-worker?worker&url';

/** Size limit: a tree of a larger document would use too much memory. */
export const MAX_JSON_BYTES = 96 * 1024 * 1024;
/** A document that takes longer to parse is shown as text. */
const OPEN_TIMEOUT_MS = 20_000;

/** A document opened in a dedicated worker. */
export interface JsonSession {
  id: string;
  rowCount: number;
  ask: <Kind extends JsonTreeRequest['kind']>(
    request: Extract<JsonTreeRequest, { kind: Kind }>,
  ) => Promise<JsonTreeResponses[Kind]>;
  close: () => void;
}

/** @throws Error with a human-readable message if the text is not valid JSON or is too large */
export async function openJson(file: Blob): Promise<JsonSession> {
  if (file.size > MAX_JSON_BYTES) throw new Error(t('Too long for a tree.'));
  const worker = startWorker(workerUrl);
  const waiting: { resolve: (response: never) => void; reject: (error: Error) => void }[] = [];
  const fail = (message: string) => {
    worker.terminate();
    for (const { reject } of waiting.splice(0)) reject(new Error(message));
  };
  worker.addEventListener('message', (event: MessageEvent<JsonTreeReply>) => {
    const next = waiting.shift();
    // The worker responds in request order.
    if (event.data.ok) next?.resolve(event.data.value as never);
    else next?.reject(new Error(event.data.message));
  });
  worker.addEventListener('error', () => fail(t('The document could not be read.')));
  const ask: JsonSession['ask'] = (request) =>
    new Promise((resolve, reject) => {
      waiting.push({ resolve, reject });
      worker.postMessage(request);
    });
  const timer = setTimeout(() => fail(t('It takes too long to read.')), OPEN_TIMEOUT_MS);
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
