import type { DecodedImage } from '../../engines/embedded/files/decode-image';
import { NodeFailure } from '../../engines/embedded/node-failure';
import type { AssetSource } from '../../engines/embedded/node-implementation';
import { MAX_PIXELS } from '../../engines/embedded/values';
import { newDrawing, readDrawing } from './canvas';

/**
 * Replaces `server/engines/embedded/files/decode-image.ts`: the browser decodes the image, upright and in sRGB. It reads the first
 * frame of an animation, and loses colors under transparent pixels.
 * @throws NodeFailure with a message if the bytes are not an image that this browser can decode, or too large.
 */
export async function decodeImage({ name, content }: AssetSource): Promise<DecodedImage> {
  if ('path' in content) throw new NodeFailure(`${name} is not in this browser; upload it again`);
  if (content.bytes.byteLength === 0) throw new NodeFailure(`${name} is empty (0 bytes)`);
  const bitmap = await createImageBitmap(new Blob([new Uint8Array(content.bytes)])).catch((error: unknown) => {
    throw new NodeFailure(`${name} is not an image that this browser can read`, { cause: error });
  });
  try {
    const { width, height } = bitmap;
    if (width * height > MAX_PIXELS) {
      throw new NodeFailure(
        `${name} is too large: ${width} × ${height} pixels, and this engine reads at most ${MAX_PIXELS / 1_000_000} megapixels`,
      );
    }
    const drawing = newDrawing(width, height);
    drawing.context.drawImage(bitmap, 0, 0);
    const { color, alpha, isOpaque } = readDrawing(drawing);
    return { frames: [color], alphas: isOpaque ? [] : [alpha] };
  } finally {
    bitmap.close();
  }
}
