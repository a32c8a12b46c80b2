import { startWorker } from '@/lib/worker-factory';
import type { ThumbnailReply, ThumbnailRequest } from '@/shared/files/thumbnail-protocol';
// oxlint-disable-next-line import/default -- Vite makes the module of this address
import workerUrl from '@/shared/files/thumbnail-worker?worker&url';

/** Twice the size on screen, for dense displays. */
const MAX_SIDE = 480;

const NOTHING: ThumbnailReply = { width: null, height: null, thumbnail: null };

/** Creates a thumbnail and measures the image, off the main thread. Never rejects. */
export function makeThumbnail(file: File): Promise<ThumbnailReply> {
  return new Promise((resolve) => {
    const worker = startWorker(workerUrl);
    const finish = (reply: ThumbnailReply) => {
      worker.terminate();
      resolve(reply);
    };
    worker.addEventListener('message', (event: MessageEvent<ThumbnailReply>) => finish(event.data));
    worker.addEventListener('error', () => finish(NOTHING));
    worker.postMessage({ file, maxSide: MAX_SIDE } satisfies ThumbnailRequest);
  });
}
