import sharp from 'sharp';
import { decodedSize } from '../images/decoded-size';
import { isReadFormat } from '../images/image-library';

/** 16,384 x 16,384. A header of a few bytes can announce a picture that needs gigabytes to decode. */
const MAX_INPUT_PIXELS = 16_384 ** 2;
const MAX_DECODED_BYTES = {
  /** Of a picture that is read row by row: it takes time, but hardly memory. */
  streamed: 1_200_000_000,
  /** Of one that the library holds whole: 100 megapixels at 8 bits in color. */
  held: 300_000_000,
};
const QUALITY = 80;

/**
 * WebP whose longest side is at most `side` pixels, upright by its EXIF orientation, never enlarged. Null when the file
 * is gone, too large to decode or no picture that can be read.
 */
export async function makeThumbnail(path: string, side: number, limits = MAX_DECODED_BYTES): Promise<Buffer | null> {
  try {
    const picture = sharp(path, { limitInputPixels: MAX_INPUT_PIXELS, sequentialRead: true });
    const metadata = await picture.metadata();
    if (!isReadFormat(metadata.format)) return null;
    const { bytes, isHeldWhole } = decodedSize(metadata);
    if (bytes > (isHeldWhole ? limits.held : limits.streamed)) return null;
    return await picture
      .autoOrient()
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: QUALITY })
      .toBuffer();
  } catch {
    return null;
  }
}
