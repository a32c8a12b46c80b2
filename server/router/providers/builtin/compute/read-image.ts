import { decodeImage } from '../../../../engines/embedded/files/decode-image';
import type { Raster } from '../../../../engines/embedded/kernels/raster';
import { NodeFailure } from '../../../../engines/embedded/node-failure';
import { ImageRejected } from './computation';

export interface ReadImage {
  raster: Raster;
  hasAlpha: boolean;
}

/** Decodes the first frame, upright, in sRGB. @throws ImageRejected with a message */
export async function readImage(bytes: Uint8Array, index: number): Promise<ReadImage> {
  try {
    const { frames, alphas } = await decodeImage({ name: 'The image', blob: '', content: { bytes } });
    const [raster] = frames;
    if (!raster) throw new ImageRejected(index, 'The image has no frames');
    return { raster, hasAlpha: alphas.length > 0 };
  } catch (error) {
    if (error instanceof NodeFailure) throw new ImageRejected(index, error.message);
    throw error;
  }
}
