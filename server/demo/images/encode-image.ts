import { addPngText, asciiJson } from '../../engines/embedded/files/png-text';
import type { Raster } from '../../engines/embedded/kernels/raster';
import { NodeFailure } from '../../engines/embedded/node-failure';
import { drawn, encoded, shrunk } from './canvas';

// In the place of `server/engines/embedded/files/encode-image.ts`: written by the browser, at a level of its own.

export const SAVED_LEVEL = 4;
export const SHOWN_LEVEL = 1;

const PREVIEW_QUALITY = 0.82;

export async function encodePng(picture: Raster, workflowText: string): Promise<Uint8Array> {
  return addPngText(await encoded(drawn(picture).canvas, 'image/png'), 'prompt', asciiJson(workflowText));
}

export async function encodeAnimation(): Promise<Uint8Array> {
  throw new NodeFailure('The demo cannot write animated WebP files, because browsers cannot. Use SaveImage instead');
}

export async function encodePreview(
  picture: Raster,
  side: number,
): Promise<{ contentType: string; data: Uint8Array<ArrayBuffer> }> {
  const contentType = 'image/jpeg';
  return { contentType, data: await encoded(shrunk(picture, side).canvas, contentType, PREVIEW_QUALITY) };
}
