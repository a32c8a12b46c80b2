import { startWorker } from './trusted-worker';

/**
 * One question to a worker of its own, which ends with the answer.
 * @throws Error where the worker fails, or has no answer within the time.
 */
export function askWorker<Reply>(url: string, request: unknown, limitMs: number): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const worker = startWorker(url);
    const end = () => {
      clearTimeout(timer);
      worker.terminate();
    };
    const timer = setTimeout(() => {
      end();
      reject(new Error('it takes too long'));
    }, limitMs);
    worker.addEventListener('message', ({ data }: MessageEvent<Reply>) => {
      end();
      resolve(data);
    });
    worker.addEventListener('error', ({ message }) => {
      end();
      reject(new Error(message || 'the worker failed'));
    });
    worker.postMessage(request);
  });
}
