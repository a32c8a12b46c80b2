import { stat } from 'node:fs/promises';
import sharp, { type Metadata, type SharpInput } from 'sharp';
import { decodedSize } from '../../../images/decoded-size';
import { isReadFormat } from '../../../images/image-library';
import { splitAlpha } from '../kernels/channels';
import { newRaster, type Raster } from '../kernels/raster';
import { NodeFailure } from '../node-failure';
import type { AssetSource } from '../node-implementation';
import { MAX_PIXELS } from '../values';

export interface DecodedImage {
  frames: Raster[];
  /** Alpha channel per frame; empty if the image has none. */
  alphas: Raster[];
}

/** Maximum decoded size before conversion to 8 bits: 100 megapixels with alpha, or half as many with 16 bits per sample. */
const MAX_DECODED_BYTES = 4 * MAX_PIXELS;
const ANIMATED = new Set(['webp', 'gif']);

/**
 * Decodes an image to 8-bit sRGB, upright (EXIF orientation applied), with all frames of an animation.
 * Color profiles are converted to sRGB, so that the appearance stays the same; ComfyUI ignores them.
 * @throws NodeFailure with a message if the bytes are not an image, damaged or too large
 */
export async function decodeImage(source: AssetSource): Promise<DecodedImage> {
  const input = await readable(source);
  const metadata = await readHeader(input, source.name);
  const pages = ANIMATED.has(metadata.format) ? (metadata.pages ?? 1) : 1;
  const frameHeight = metadata.pageHeight ?? metadata.height;
  assertSize(source.name, metadata.width, frameHeight, pages);
  assertBytes(source.name, decodedSize(metadata, pages).bytes);
  try {
    // `pages: -1` would disable the orientation, which animations do not have.
    const reader = sharp(input, { limitInputPixels: MAX_PIXELS, failOn: 'error', ...(pages > 1 ? { pages: -1 } : {}) });
    const upright = pages > 1 ? reader : reader.autoOrient();
    const { data, info } = await upright
      .toColourspace('srgb')
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true });
    const { width, height, channels } = info;
    // Not a Buffer, since `Buffer.slice` shares the bytes.
    const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
    return split({ width, height, channels, data: bytes }, pages);
  } catch (error) {
    throw new NodeFailure(`${source.name} is damaged: ${reasonOf(error)}`, { cause: error });
  }
}

async function readable(source: AssetSource): Promise<SharpInput> {
  let size: number;
  try {
    size = 'path' in source.content ? (await stat(source.content.path)).size : source.content.bytes.byteLength;
  } catch (error) {
    throw new NodeFailure(`${source.name} is no longer on this machine; upload it again`, { cause: error });
  }
  if (size === 0) throw new NodeFailure(`${source.name} is empty (0 bytes)`);
  return 'path' in source.content ? source.content.path : source.content.bytes;
}

async function readHeader(input: SharpInput, name: string): Promise<Metadata> {
  let metadata: Metadata;
  try {
    // Reading only the header is cheap and gives the size for the message.
    metadata = await sharp(input, { limitInputPixels: false }).metadata();
  } catch (error) {
    throw new NodeFailure(`${name} is not an image that this engine can read (${reasonOf(error)})`, { cause: error });
  }
  if (!isReadFormat(metadata.format)) {
    throw new NodeFailure(`${name} is ${metadata.format.toUpperCase()}, which this engine does not read`);
  }
  return metadata;
}

function assertSize(name: string, width: number, height: number, pages: number): void {
  const pixels = width * height * pages;
  if (pixels <= MAX_PIXELS) return;
  const size = pages > 1 ? `${pages} frames of ${width} × ${height}` : `${width} × ${height}`;
  throw new NodeFailure(
    `${name} is too large: ${size} pixels make ${Math.round(pixels / 1_000_000)} megapixels, and this engine reads at most ${MAX_PIXELS / 1_000_000}`,
  );
}

function assertBytes(name: string, bytes: number): void {
  if (bytes <= MAX_DECODED_BYTES) return;
  const size = Math.round(bytes / 1_000_000);
  throw new NodeFailure(
    `${name} is too large: decoded it takes ${size} MB, and this engine reads at most ${MAX_DECODED_BYTES / 1_000_000} MB; save it with 8 bits per channel`,
  );
}

/** Returns the first line of the library's error, without its names and paths. */
function reasonOf(error: unknown): string {
  const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
  if (line.includes('unsupported image format')) return 'unknown format';
  return line.replace(/^(?:Input (?:file|buffer) (?:contains|has) |\w+: )/i, '').trim() || 'unknown reason';
}

/** Splits a strip into frames, and each frame into color and alpha. */
function split(strip: Raster, pages: number): DecodedImage {
  const height = strip.height / pages;
  const frames: Raster[] = [];
  const alphas: Raster[] = [];
  const hasAlpha = strip.channels === 2 || strip.channels === 4;
  const samples = strip.width * height * strip.channels;
  for (let page = 0; page < pages; page += 1) {
    const data = strip.data.subarray(page * samples, (page + 1) * samples);
    if (strip.channels === 3) {
      frames.push({ width: strip.width, height, channels: 3, data: pages === 1 ? data : data.slice() });
      continue;
    }
    const color = newRaster(strip.width, height, 3);
    const alpha = newRaster(strip.width, height, 1);
    splitAlpha(data, strip.channels, color.data, alpha.data);
    frames.push(color);
    if (hasAlpha) alphas.push(alpha);
  }
  return { frames, alphas };
}
