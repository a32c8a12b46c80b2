import { crc32 } from '../../engines/embedded/files/crc32';

/**
 * Encodes a real PNG of one color without compression, so that outputs and previews of the scripted engine can be viewed
 * wherever the gateway runs, browsers included.
 */
export function plainPng(width: number, height: number, rgb: readonly [number, number, number]): Uint8Array {
  const row = new Uint8Array(1 + width * 3);
  for (let x = 0; x < width; x += 1) row.set(rgb, 1 + x * 3);
  const raw = new Uint8Array(row.byteLength * height);
  for (let y = 0; y < height; y += 1) raw.set(row, y * row.byteLength);

  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  header.set([8, 2, 0, 0, 0], 8);
  return joined([
    new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', stored(raw)),
    chunk('IEND', new Uint8Array()),
  ]);
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((size, part) => size + part.byteLength, 0));
  let offset = 0;
  for (const part of parts) {
    all.set(part, offset);
    offset += part.byteLength;
  }
  return all;
}

function chunk(type: string, data: Uint8Array): Uint8Array {
  const body = joined([new TextEncoder().encode(type), data]);
  return joined([uint32(data.byteLength), body, uint32(crc32(body))]);
}

/** Encodes zlib data with stored blocks (RFC 1950, RFC 1951 3.2.4). */
function stored(data: Uint8Array): Uint8Array {
  const MAX_BLOCK = 0xffff;
  const parts: Uint8Array[] = [new Uint8Array([0x78, 0x01])];
  for (let start = 0; start < data.byteLength || start === 0; start += MAX_BLOCK) {
    const block = data.subarray(start, start + MAX_BLOCK);
    const isLast = start + MAX_BLOCK >= data.byteLength ? 1 : 0;
    const size = block.byteLength;
    parts.push(new Uint8Array([isLast, size & 0xff, size >> 8, ~size & 0xff, (~size >> 8) & 0xff]), block);
  }
  parts.push(uint32(adler32(data)));
  return joined(parts);
}

function uint32(value: number): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value);
  return bytes;
}

function adler32(data: Uint8Array): number {
  let a = 1;
  let b = 0;
  for (const byte of data) {
    a = (a + byte) % 65521;
    b = (b + a) % 65521;
  }
  return ((b << 16) | a) >>> 0;
}
