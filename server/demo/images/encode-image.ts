import { addPngText, asciiJson } from '../../engines/embedded/files/png-text';
import type { Raster } from '../../engines/embedded/kernels/raster';
import { NodeFailure } from '../../engines/embedded/node-failure';
import { drawn, encoded, shrunk } from './canvas';

// Replaces `server/engines/embedded/files/encode-image.ts`: the browser encodes the image and chooses the compression level.

export const SAVED_LEVEL = 4;
export const SHOWN_LEVEL = 1;

const PREVIEW_QUALITY = 0.82;

export async function encodePng(image: Raster, workflowText: string): Promise<Uint8Array> {
  return addPngText(await encoded(drawn(image).canvas, 'image/png'), 'prompt', asciiJson(workflowText));
}

export async function encodeAnimation(): Promise<Uint8Array> {
  throw new NodeFailure('The demo cannot write animated WebP files, because browsers cannot. Use SaveImage instead');
}

export async function encodePreview(
  image: Raster,
  side: number,
): Promise<{ contentType: string; data: Uint8Array<ArrayBuffer> }> {
  const contentType = 'image/jpeg';
  return { contentType, data: await encoded(shrunk(image, side).canvas, contentType, PREVIEW_QUALITY) };
}
