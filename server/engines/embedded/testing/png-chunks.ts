import { crc32 } from '../files/crc32';

export interface PngChunk {
  type: string;
  body: Uint8Array;
}

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** Reads the chunks of a PNG and verifies their checksums. */
export function pngChunks(png: Uint8Array): PngChunk[] {
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength);
  const chunks: PngChunk[] = [];
  for (let at = SIGNATURE.length; at < png.length;) {
    const length = view.getUint32(at);
    const typed = png.subarray(at + 4, at + 8 + length);
    const type = new TextDecoder('latin1').decode(typed.subarray(0, 4));
    if (view.getUint32(at + 8 + length) !== crc32(typed)) throw new Error(`Chunk ${type} has a wrong checksum`);
    chunks.push({ type, body: typed.subarray(4) });
    at += 12 + length;
  }
  return chunks;
}

/** Returns the text of a `tEXt` chunk. */
export function pngText(png: Uint8Array, keyword: string): string | null {
  for (const { type, body } of pngChunks(png)) {
    const text = new TextDecoder('latin1').decode(body);
    if (type === 'tEXt' && text.startsWith(`${keyword}\0`)) return text.slice(keyword.length + 1);
  }
  return null;
}

/** Creates a PNG that declares a size but has no pixels. */
export function pngHeader(
  width: number,
  height: number,
  { depth, colorType }: { depth: 8 | 16; colorType: 2 | 6 } = { depth: 8, colorType: 2 },
): Uint8Array {
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  header.set([depth, colorType, 0, 0, 0], 8);
  return Uint8Array.from([
    ...SIGNATURE,
    ...chunk('IHDR', header),
    ...chunk('IDAT', new Uint8Array(0)),
    ...chunk('IEND'),
  ]);
}

function chunk(type: string, body = new Uint8Array(0)): Uint8Array {
  const out = new Uint8Array(12 + body.length);
  const view = new DataView(out.buffer);
  view.setUint32(0, body.length);
  out.set(new TextEncoder().encode(type), 4);
  out.set(body, 8);
  view.setUint32(8 + body.length, crc32(out.subarray(4, 8 + body.length)));
  return out;
}
