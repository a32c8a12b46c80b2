import sharp from 'sharp';

/** 16,384 x 16,384. A header of a few bytes can announce a picture that needs gigabytes to decode. */
const MAX_INPUT_PIXELS = 16_384 ** 2;
const QUALITY = 80;
/** By what the bytes are, whatever they are called: vector formats run interpreters of their own. */
const FORMATS = new Set(['png', 'jpeg', 'webp', 'gif', 'heif', 'tiff']);

// One picture at a time, none of them twice: what sharp keeps for the next one only costs memory.
sharp.cache(false);
sharp.concurrency(1);

/**
 * WebP whose longest side is at most `side` pixels, upright by its EXIF orientation, never enlarged. Null when the file
 * is gone or is no picture that can be read.
 */
export async function makeThumbnail(path: string, side: number): Promise<Buffer | null> {
  try {
    const picture = sharp(path, { limitInputPixels: MAX_INPUT_PIXELS, sequentialRead: true });
    if (!FORMATS.has((await picture.metadata()).format)) return null;
    return await picture
      .autoOrient()
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: QUALITY })
      .toBuffer();
  } catch {
    return null;
  }
}
