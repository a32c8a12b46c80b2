import { sniffFile } from '../../assets/content/sniff-file';
import type { Raster } from '../../engines/embedded/kernels/raster';
import type { ComputedFile } from '../../router/providers/builtin/builtin-model';
import type { ImageFormat } from '../../router/providers/builtin/compute/images';
import { drawn, encoded, readDrawing, shrunk } from './canvas';

// Replaces `server/router/providers/builtin/compute/images.ts`.

export async function encodeImage(image: Raster, format: ImageFormat, quality = 90): Promise<ComputedFile> {
  const contentType = `image/${format}`;
  return { bytes: await encoded(drawn(image).canvas, contentType, quality / 100), contentType };
}

export async function formatOf(bytes: Uint8Array): Promise<string> {
  return sniffFile(bytes).contentType.replace(/^\w+\//, '');
}

export async function shrink(raster: Raster, side: number): Promise<Raster> {
  return Math.max(raster.width, raster.height) <= side ? raster : readDrawing(shrunk(raster, side)).color;
}
