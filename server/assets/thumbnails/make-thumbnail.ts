import sharp from 'sharp';
import { decodedSize } from '../../images/decoded-size';
import { isReadFormat } from '../../images/image-library';

/** 16,384 x 16,384. A header of a few bytes can declare an image that needs gigabytes to decode. */
const MAX_INPUT_PIXELS = 16_384 ** 2;
const MAX_DECODED_BYTES = {
  /** For images that are read row by row, which takes time but little memory. */
  streamed: 1_200_000_000,
  /** For images that the library holds whole: 100 megapixels, 8-bit color. */
  held: 300_000_000,
};
const QUALITY = 80;

/**
 * Returns a WebP whose longest side is at most `side` pixels, rotated by its EXIF orientation and never enlarged. `null` if the
 * file is missing, too large to decode or not a readable image.
 */
export async function makeThumbnail(path: string, side: number, limits = MAX_DECODED_BYTES): Promise<Buffer | null> {
  try {
    const image = sharp(path, { limitInputPixels: MAX_INPUT_PIXELS, sequentialRead: true });
    const metadata = await image.metadata();
    if (!isReadFormat(metadata.format)) return null;
    const { bytes, isHeldWhole } = decodedSize(metadata);
    if (bytes > (isHeldWhole ? limits.held : limits.streamed)) return null;
    return await image
      .autoOrient()
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: QUALITY })
      .toBuffer();
  } catch {
    return null;
  }
}
