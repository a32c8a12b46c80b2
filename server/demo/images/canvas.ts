import { fillRgba, splitAlpha } from '../../engines/embedded/kernels/channels';
import type { Raster } from '../../engines/embedded/kernels/raster';

interface Drawing {
  canvas: OffscreenCanvas;
  context: OffscreenCanvasRenderingContext2D;
}

/** @throws if the browser has not enough memory for it */
export function newDrawing(width: number, height: number): Drawing {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('This browser cannot draw an image of this size');
  return { canvas, context };
}

/** Draws the image on a canvas; masks become gray. */
export function drawn(image: Raster): Drawing {
  const { width, height } = image;
  const drawing = newDrawing(width, height);
  const pixels = new ImageData(width, height);
  fillRgba(image, pixels.data);
  drawing.context.putImageData(pixels, 0, 0);
  return drawing;
}

export async function encoded(
  canvas: OffscreenCanvas,
  contentType: string,
  quality?: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const blob = await canvas.convertToBlob({ type: contentType, ...(quality === undefined ? {} : { quality }) });
  // A browser without an encoder for a format falls back to PNG.
  if (blob.type !== contentType) throw new Error(`This browser cannot write ${contentType}`);
  return new Uint8Array(await blob.arrayBuffer());
}

/** Shrinks the image so that no side is longer than `side`; never enlarges it. */
export function shrunk(image: Raster, side: number): Drawing {
  const { width, height } = image;
  const source = drawn(image);
  const scale = side / Math.max(width, height);
  if (scale >= 1) return source;
  const small = newDrawing(Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale)));
  small.context.imageSmoothingQuality = 'high';
  small.context.drawImage(source.canvas, 0, 0, small.canvas.width, small.canvas.height);
  return small;
}

/** Returns the three color channels and the alpha channel separately. */
export function readDrawing({ canvas, context }: Drawing): { color: Raster; alpha: Raster; isOpaque: boolean } {
  const { width, height } = canvas;
  const { data } = context.getImageData(0, 0, width, height);
  const color = { width, height, channels: 3, data: new Uint8Array(width * height * 3) };
  const alpha = { width, height, channels: 1, data: new Uint8Array(width * height) };
  splitAlpha(data, 4, color.data, alpha.data);
  return { color, alpha, isOpaque: alpha.data.every((opacity) => opacity === 255) };
}
