import sharp from 'sharp';
import { decodePicture } from '../../../../engines/embedded/files/decode-picture';
import type { Raster } from '../../../../engines/embedded/kernels/raster';
import { NodeFailure } from '../../../../engines/embedded/node-failure';
import type { ComputedFile } from '../builtin-model';
import { PictureRefused } from './computation';

export type PictureFormat = 'png' | 'jpeg' | 'webp';

export async function encodePicture(
  { data, width, height }: Raster,
  format: PictureFormat,
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

export interface ReadPicture {
  raster: Raster;
  hasAlpha: boolean;
}

/** The first frame, upright, in sRGB. @throws PictureRefused with a sentence */
export async function readPicture(bytes: Uint8Array, index: number): Promise<ReadPicture> {
  try {
    const { frames, alphas } = await decodePicture({ name: 'The image', blob: '', content: { bytes } });
    const [raster] = frames;
    if (!raster) throw new PictureRefused(index, 'The image has no frames');
    return { raster, hasAlpha: alphas.length > 0 };
  } catch (error) {
    if (error instanceof NodeFailure) throw new PictureRefused(index, error.message);
    throw error;
  }
}

/** Such as `jpeg`. */
export async function formatOf(bytes: Uint8Array): Promise<string> {
  return (await sharp(bytes).metadata()).format;
}

/** Shrunk so that no side is longer than `side`; never enlarged. */
export async function shrink(raster: Raster, side: number): Promise<Raster> {
  const { width, height, data } = raster;
  if (Math.max(width, height) <= side) return raster;
  const { data: small, info } = await sharp(data, { raw: { width, height, channels: 3 } })
    .resize({ width: side, height: side, fit: 'inside' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, channels: 3, data: small };
}
