import sharp, { type Sharp } from 'sharp';
import type { Raster } from '../kernels/raster';
import { addPngText, asciiJson } from './png-text';

/** zlib levels of ComfyUI's SaveImage and PreviewImage. */
export const SAVED_LEVEL = 4;
export const SHOWN_LEVEL = 1;

/** A PNG that carries the workflow, as ComfyUI's do. */
export async function encodePng(picture: Raster, workflowText: string, level: number): Promise<Uint8Array> {
  const png = await open(picture).png({ compressionLevel: level, progressive: false }).toBuffer();
  return addPngText(png, 'prompt', asciiJson(workflowText));
}

export interface AnimationOptions {
  fps: number;
  lossless: boolean;
  quality: number;
  /** 0 fast to 6 small. */
  effort: number;
}

/** A moving WebP that carries the workflow where ComfyUI puts it: in the EXIF field of the camera's model. */
export async function encodeAnimation(
  frames: readonly Raster[],
  workflowText: string,
  { fps, lossless, quality, effort }: AnimationOptions,
): Promise<Uint8Array> {
  const [first] = frames as [Raster];
  const delay = frames.map(() => Math.max(1, Math.trunc(1000 / fps)));
  const raw = { width: first.width, height: first.height, channels: 3 as const };
  const strip = new Uint8Array(first.data.length * frames.length);
  for (const [index, frame] of frames.entries()) strip.set(frame.data, index * first.data.length);
  return sharp(strip, { raw: { ...raw, height: first.height * frames.length, pageHeight: first.height } })
    .withExif({ IFD0: { Model: `prompt:${asciiJson(workflowText)}` } })
    .webp({ delay, loop: 0, lossless, quality, effort })
    .toBuffer();
}

/** Small and quick; the longest side is at most `side` pixels. */
export async function encodePreview(
  picture: Raster,
  side: number,
): Promise<{ contentType: string; data: Uint8Array<ArrayBuffer> }> {
  const buffer = await open(picture)
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true, kernel: 'cubic' })
    .jpeg({ quality: 82, chromaSubsampling: '4:4:4' })
    .toBuffer();
  return { contentType: 'image/jpeg', data: new Uint8Array(buffer) };
}

function open(picture: Raster): Sharp {
  const channels = picture.channels === 1 ? 1 : 3;
  return sharp(picture.data, { raw: { width: picture.width, height: picture.height, channels } });
}
