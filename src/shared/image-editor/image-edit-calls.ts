import { t } from '@/lib/i18n/messages';
import { startWorker } from '@/lib/worker-factory';
import type { ImageEditReply, ImageEditRequest } from './image-edit-protocol';
// oxlint-disable-next-line import/default -- Vite makes the module of this address
import workerUrl from '@/shared/image-editor/image-edit-worker?worker&url';

export class ImageEditError extends Error {}

type ReplyTo<Kind> = Extract<ImageEditReply, { kind: Kind extends 'open' ? 'opened' : 'saved' }>;

/**
 * Decodes or encodes an image off the main thread.
 * @throws ImageEditError with a message for the user; the signal's reason when aborted
 */
export function openImage(file: Blob, mask: Blob | null, signal: AbortSignal): Promise<ReplyTo<'open'>> {
  return call({ kind: 'open', file, mask }, signal, (reply) => (reply.kind === 'opened' ? reply : null));
}

/** @throws ImageEditError */
export function saveImage(
  request: Omit<Extract<ImageEditRequest, { kind: 'save' }>, 'kind'>,
  signal: AbortSignal,
): Promise<ReplyTo<'save'>> {
  return call({ kind: 'save', ...request }, signal, (reply) => (reply.kind === 'saved' ? reply : null));
}

function call<Reply>(
  request: ImageEditRequest,
  signal: AbortSignal,
  pick: (reply: ImageEditReply) => Reply | null,
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const worker = startWorker(workerUrl);
    const finish = (settle: () => void) => {
      worker.terminate();
      signal.removeEventListener('abort', cancel);
      settle();
    };
    const cancel = () => finish(() => reject(signal.reason));
    const fail = (message: string) => finish(() => reject(new ImageEditError(message)));
    signal.addEventListener('abort', cancel, { once: true });
    worker.addEventListener('message', ({ data }: MessageEvent<ImageEditReply>) => {
      const reply = pick(data);
      if (reply) finish(() => resolve(reply));
      else fail(data.kind === 'failed' ? data.message : t('The image editor failed. Reload the page.'));
    });
    worker.addEventListener('error', () => fail(t('The image editor did not start. Reload the page, then try again.')));
    worker.postMessage(request);
  });
}
