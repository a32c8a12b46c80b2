import { sniffFile } from '../../assets/sniff-file';
import type { Raster } from '../../engines/embedded/kernels/raster';
import { NodeFailure } from '../../engines/embedded/node-failure';
import type { ComputedFile } from '../../router/providers/builtin/builtin-model';
import { PictureRefused } from '../../router/providers/builtin/compute/computation';
import type { PictureFormat, ReadPicture } from '../../router/providers/builtin/compute/pictures';
import { drawn, encoded, readDrawing, shrunk } from './canvas';
import { decodePicture } from './decode-picture';

// In the place of `server/router/providers/builtin/compute/pictures.ts`.

export async function encodePicture(picture: Raster, format: PictureFormat, quality = 90): Promise<ComputedFile> {
  const contentType = `image/${format}`;
  return { bytes: await encoded(drawn(picture).canvas, contentType, quality / 100), contentType };
}

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

export async function formatOf(bytes: Uint8Array): Promise<string> {
  return sniffFile(bytes).contentType.replace(/^\w+\//, '');
}

export async function shrink(raster: Raster, side: number): Promise<Raster> {
  return Math.max(raster.width, raster.height) <= side ? raster : readDrawing(shrunk(raster, side)).color;
}
