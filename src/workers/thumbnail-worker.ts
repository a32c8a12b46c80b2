import { PICTURE_HEAD_BYTES, readPictureSize } from './picture-size';
import type { ThumbnailReply, ThumbnailRequest } from './thumbnail-messages';

/** Decoding takes four bytes a pixel: 400 MB at this bound. */
const MAX_PIXELS = 100_000_000;

self.addEventListener('message', (event: MessageEvent<ThumbnailRequest>) => {
  const { file, maxSide } = event.data;
  shrink(file, maxSide).then(
    (reply) => self.postMessage(reply),
    () => self.postMessage({ width: null, height: null, thumbnail: null } satisfies ThumbnailReply),
  );
});

async function shrink(file: Blob, maxSide: number): Promise<ThumbnailReply> {
  const size = readPictureSize(new Uint8Array(await file.slice(0, PICTURE_HEAD_BYTES).arrayBuffer()));
  if (size && size.width * size.height > MAX_PIXELS) return { ...size, thumbnail: null };
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
