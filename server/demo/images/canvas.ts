import type { Raster } from '../../engines/embedded/kernels/raster';

interface Drawing {
  canvas: OffscreenCanvas;
  context: OffscreenCanvasRenderingContext2D;
}

/** @throws when the browser has no memory for it */
export function newDrawing(width: number, height: number): Drawing {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('This browser cannot draw an image of this size');
  return { canvas, context };
}

/** Masks become gray. */
export function drawn({ width, height, channels, data }: Raster): Drawing {
  const drawing = newDrawing(width, height);
  const pixels = new ImageData(width, height);
  const isGray = channels === 1;
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    const from = pixel * channels;
    const to = pixel * 4;
    pixels.data[to] = data[from] as number;
    pixels.data[to + 1] = data[isGray ? from : from + 1] as number;
    pixels.data[to + 2] = data[isGray ? from : from + 2] as number;
    pixels.data[to + 3] = 255;
  }
  drawing.context.putImageData(pixels, 0, 0);
  return drawing;
}

export async function encoded(
  canvas: OffscreenCanvas,
  contentType: string,
  quality?: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const blob = await canvas.convertToBlob({ type: contentType, ...(quality === undefined ? {} : { quality }) });
  // A browser without an encoder for a format answers with PNG.
  if (blob.type !== contentType) throw new Error(`This browser cannot write ${contentType}`);
  return new Uint8Array(await blob.arrayBuffer());
}

/** So that no side is longer than `side`; never enlarged. */
export function shrunk(picture: Raster, side: number): Drawing {
  const { width, height } = picture;
  const source = drawn(picture);
  const scale = side / Math.max(width, height);
  if (scale >= 1) return source;
  const small = newDrawing(Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale)));
  small.context.imageSmoothingQuality = 'high';
  small.context.drawImage(source.canvas, 0, 0, small.canvas.width, small.canvas.height);
  return small;
}

/** Three channels, and what is not opaque apart. */
export function readDrawing({ canvas, context }: Drawing): { color: Raster; alpha: Raster; isOpaque: boolean } {
  const { width, height } = canvas;
  const { data } = context.getImageData(0, 0, width, height);
  const color = { width, height, channels: 3, data: new Uint8Array(width * height * 3) };
  const alpha = { width, height, channels: 1, data: new Uint8Array(width * height) };
  let isOpaque = true;
  for (let pixel = 0; pixel < alpha.data.length; pixel += 1) {
    color.data[pixel * 3] = data[pixel * 4] as number;
    color.data[pixel * 3 + 1] = data[pixel * 4 + 1] as number;
    color.data[pixel * 3 + 2] = data[pixel * 4 + 2] as number;
    const opacity = data[pixel * 4 + 3] as number;
    alpha.data[pixel] = opacity;
    if (opacity !== 255) isOpaque = false;
  }
  return { color, alpha, isOpaque };
}
