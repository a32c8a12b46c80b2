import { t } from './i18n/messages';
import { startWorker } from './worker-factory';

/** The worker did not respond in time. */
export class WorkerTimeoutError extends Error {}

/**
 * Sends one request to a dedicated worker, which is terminated after its reply.
 * @param signal terminates the worker; the promise then rejects
 * @throws WorkerTimeoutError after the limit, or Error if the worker fails
 */
export function callWorker<Reply>(
  url: string,
  request: unknown,
  limitMs: number,
  signal?: AbortSignal,
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const worker = startWorker(url);
    const end = () => {
      clearTimeout(timer);
      worker.terminate();
      signal?.removeEventListener('abort', onAbort);
    };
    const onAbort = () => {
      end();
      reject(new Error(t('it was stopped')));
    };
    const timer = setTimeout(() => {
      end();
      reject(new WorkerTimeoutError(t('timed out')));
    }, limitMs);
    signal?.addEventListener('abort', onAbort);
    worker.addEventListener('message', ({ data }: MessageEvent<Reply>) => {
      end();
      resolve(data);
    });
    worker.addEventListener('error', ({ message }) => {
      end();
      reject(new Error(message || t('the worker failed')));
    });
    worker.postMessage(request);
  });
}
