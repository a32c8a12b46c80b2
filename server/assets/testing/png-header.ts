import { crc32 } from 'hash-wasm';

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
/** An empty zlib stream: parsers read this far before they trust the header. */
const NO_PIXELS = [0x78, 0x9c, 0x03, 0x00, 0x00, 0x00, 0x00, 0x01];

/** Returns a 65-byte PNG that declares any size and has no pixels: a decompression bomb. */
export async function pngHeader(width: number, height: number): Promise<Uint8Array> {
  const header = new DataView(new ArrayBuffer(13));
  header.setUint32(0, width);
  header.setUint32(4, height);
  // 8 bits, RGB.
  header.setUint8(8, 8);
  header.setUint8(9, 2);
  const chunks = await Promise.all([
    chunk('IHDR', new Uint8Array(header.buffer)),
    chunk('IDAT', Uint8Array.from(NO_PIXELS)),
    chunk('IEND', new Uint8Array()),
  ]);
  return Uint8Array.from([...SIGNATURE, ...chunks.flatMap((bytes) => [...bytes])]);
}

async function chunk(type: string, data: Uint8Array): Promise<Uint8Array> {
  const bytes = new Uint8Array(12 + data.byteLength);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, data.byteLength);
  bytes.set(new TextEncoder().encode(type), 4);
  bytes.set(data, 8);
  view.setUint32(8 + data.byteLength, Number.parseInt(await crc32(bytes.subarray(4, 8 + data.byteLength)), 16));
  return bytes;
}
