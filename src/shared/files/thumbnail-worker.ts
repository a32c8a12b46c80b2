import { IMAGE_HEAD_BYTES, readImageSize } from '@/lib/files/image-size';
import type { ThumbnailReply, ThumbnailRequest } from './thumbnail-protocol';

/** Decoding takes four bytes per pixel: 400 MB at this limit. */
const MAX_PIXELS = 100_000_000;
/** Size limit for formats whose header we cannot parse: the decoder loads the whole file into memory. */
const MAX_UNKNOWN_BYTES = 32 * 1024 * 1024;
const MAX_BYTES = 256 * 1024 * 1024;

self.addEventListener('message', (event: MessageEvent<ThumbnailRequest>) => {
  const { file, maxSide } = event.data;
  shrink(file, maxSide).then(
    (reply) => self.postMessage(reply),
    () => self.postMessage({ width: null, height: null, thumbnail: null } satisfies ThumbnailReply),
  );
});

async function shrink(file: Blob, maxSide: number): Promise<ThumbnailReply> {
  const size = readImageSize(new Uint8Array(await file.slice(0, IMAGE_HEAD_BYTES).arrayBuffer()));
  const isTooLarge = size ? size.width * size.height > MAX_PIXELS : file.size > MAX_UNKNOWN_BYTES;
  if (isTooLarge || file.size > MAX_BYTES) {
    return { width: size?.width ?? null, height: size?.height ?? null, thumbnail: null };
  }
  const whole = await createImageBitmap(file);
  const { width, height } = whole;
  const scale = Math.min(1, maxSide / Math.max(width, height));
  const canvas = new OffscreenCanvas(Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale)));
  const context = canvas.getContext('2d');
  if (!context) return { width, height, thumbnail: null };
  context.imageSmoothingQuality = 'high';
  context.drawImage(whole, 0, 0, canvas.width, canvas.height);
  whole.close();
  return { width, height, thumbnail: await canvas.convertToBlob({ type: 'image/webp', quality: 0.85 }) };
}
