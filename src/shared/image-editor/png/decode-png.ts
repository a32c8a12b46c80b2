import { unfilterRow } from '../pixels/png-rows';

export interface RgbaImage {
  width: number;
  height: number;
  data: Uint8ClampedArray<ArrayBuffer>;
}

const CHANNELS = 4;
const RGBA = 6;
/** Chunks that change how colors are meant: the browser applies them. */
const COLOR_PROFILES = new Set(['iCCP', 'cICP']);

/**
 * Decodes PNG with 8 bits of red, green, blue and alpha, as ComfyUI, Pillow and `encodePng` write it, because the browser's
 * decoder loses the colors of transparent pixels. Returns `null` for other kinds of PNG and for damaged files.
 */
export async function decodeRgbaPng(file: Blob, maxPixels: number): Promise<RgbaImage | null> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const view = new DataView(bytes.buffer);
  if (bytes.byteLength < 33 || view.getUint32(0) !== 0x89_50_4e_47) return null;
  const [width, height] = [view.getUint32(16), view.getUint32(20)];
  const isPlain = bytes[24] === 8 && bytes[25] === RGBA && bytes[28] === 0;
  if (!isPlain || width === 0 || height === 0 || width * height > maxPixels) return null;
  const packed = packedRows(bytes, view);
  if (packed === null) return null;
  const data = new Uint8ClampedArray(width * height * CHANNELS);
  const isComplete = await readRows(packed, width, height, new Uint8Array(data.buffer)).catch(() => false);
  return isComplete ? { width, height, data } : null;
}

function packedRows(bytes: Uint8Array<ArrayBuffer>, view: DataView): Blob | null {
  const parts: BlobPart[] = [];
  for (let at = 8; at + 12 <= bytes.byteLength;) {
    const length = view.getUint32(at);
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    if (COLOR_PROFILES.has(type)) return null;
    if (type === 'IEND') break;
    if (type === 'IDAT') parts.push(bytes.subarray(at + 8, at + 8 + length));
    at += 12 + length;
  }
  return new Blob(parts);
}

async function readRows(packed: Blob, width: number, height: number, target: Uint8Array): Promise<boolean> {
  const reader = packed.stream().pipeThrough(new DecompressionStream('deflate')).getReader();
  const rowBytes = width * CHANNELS;
  const line = new Uint8Array(rowBytes + 1);
  let above: Uint8Array = new Uint8Array(rowBytes);
  let filled = 0;
  let row = 0;
  while (row < height) {
    const { done, value } = await reader.read();
    if (done) return false;
    for (let at = 0; at < value.byteLength && row < height;) {
      const count = Math.min(line.byteLength - filled, value.byteLength - at);
      line.set(value.subarray(at, at + count), filled);
      filled += count;
      at += count;
      if (filled < line.byteLength) break;
      filled = 0;
      const pixels = target.subarray(row * rowBytes, (row + 1) * rowBytes);
      pixels.set(line.subarray(1));
      if (!unfilterRow(line[0] ?? 0, pixels, above, CHANNELS)) return false;
      above = pixels;
      row += 1;
    }
  }
  await reader.cancel();
  return true;
}
