import sharp from 'sharp';
import type { Raster } from '../../../../engines/embedded/kernels/raster';
import type { ComputedFile } from '../builtin-model';

export type ImageFormat = 'png' | 'jpeg' | 'webp';

export async function encodeImage(
  { data, width, height }: Raster,
  format: ImageFormat,
  quality = 90,
): Promise<ComputedFile> {
  const raw = sharp(data, { raw: { width, height, channels: 3 } });
  const encoded =
    format === 'png'
      ? raw.png({ compressionLevel: 6 })
      : format === 'jpeg'
        ? raw.jpeg({ quality, chromaSubsampling: '4:4:4' })
        : raw.webp({ quality });
  return { bytes: await encoded.toBuffer(), contentType: `image/${format}` };
}

/** Returns the image format, such as `jpeg`. */
export async function formatOf(bytes: Uint8Array): Promise<string> {
  return (await sharp(bytes).metadata()).format;
}

/** Shrinks the image so that no side is longer than `side`; never enlarges it. */
export async function shrink(raster: Raster, side: number): Promise<Raster> {
  const { width, height, data } = raster;
  if (Math.max(width, height) <= side) return raster;
  const { data: small, info } = await sharp(data, { raw: { width, height, channels: 3 } })
    .resize({ width: side, height: side, fit: 'inside' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, channels: 3, data: small };
}
