import sharp, { type Sharp } from 'sharp';
import type { Raster } from '../kernels/raster';
import type { Frames } from '../values';
import { addPngText, asciiJson } from './png-text';

/** zlib levels of ComfyUI's SaveImage and PreviewImage. */
export const SAVED_LEVEL = 4;
export const SHOWN_LEVEL = 1;

/** Encodes a PNG with the embedded workflow, like ComfyUI. */
export async function encodePng(image: Raster, workflowText: string, level: number): Promise<Uint8Array> {
  const png = await open(image).png({ compressionLevel: level, progressive: false }).toBuffer();
  return addPngText(png, 'prompt', asciiJson(workflowText));
}

export interface AnimationOptions {
  fps: number;
  lossless: boolean;
  quality: number;
  /** 0 (fastest) to 6 (smallest). */
  effort: number;
}

/** Encodes an animated WebP with the workflow where ComfyUI stores it: in the EXIF field `Model`. */
export async function encodeAnimation(
  frames: Frames,
  workflowText: string,
  { fps, lossless, quality, effort }: AnimationOptions,
): Promise<Uint8Array> {
  const [first] = frames;
  const delay = frames.map(() => Math.max(1, Math.trunc(1000 / fps)));
  const raw = { width: first.width, height: first.height, channels: 3 as const };
  const strip = new Uint8Array(first.data.length * frames.length);
  for (const [index, frame] of frames.entries()) strip.set(frame.data, index * first.data.length);
  return sharp(strip, { raw: { ...raw, height: first.height * frames.length, pageHeight: first.height } })
    .withExif({ IFD0: { Model: `prompt:${asciiJson(workflowText)}` } })
    .webp({ delay, loop: 0, lossless, quality, effort })
    .toBuffer();
}

/** Encodes a small preview quickly; no side is longer than `side` pixels. */
export async function encodePreview(
  image: Raster,
  side: number,
): Promise<{ contentType: string; data: Uint8Array<ArrayBuffer> }> {
  const buffer = await open(image)
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true, kernel: 'cubic' })
    .jpeg({ quality: 82, chromaSubsampling: '4:4:4' })
    .toBuffer();
  return { contentType: 'image/jpeg', data: new Uint8Array(buffer) };
}

function open(image: Raster): Sharp {
  const channels = image.channels === 1 ? 1 : 3;
  return sharp(image.data, { raw: { width: image.width, height: image.height, channels } });
}
