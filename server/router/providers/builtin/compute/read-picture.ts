import { decodePicture } from '../../../../engines/embedded/files/decode-image';
import type { Raster } from '../../../../engines/embedded/kernels/raster';
import { NodeFailure } from '../../../../engines/embedded/node-failure';
import { PictureRefused } from './computation';

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
