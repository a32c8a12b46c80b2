export type Part = string | Uint8Array | readonly number[];

export function bytes(...parts: Part[]): Uint8Array<ArrayBuffer> {
  return new Uint8Array(
    Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'utf8') : Buffer.from(part)))),
  );
}

/** A number of `width` bytes. */
export function uint(value: number, width: number, isLittleEndian = false): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(8);
  new DataView(all.buffer).setBigUint64(0, BigInt(value));
  const big = all.slice(8 - width);
  return isLittleEndian ? big.reverse() : big;
}

export async function deflate(data: BlobPart, format: CompressionFormat = 'deflate'): Promise<Uint8Array> {
  const packed = new Blob([data]).stream().pipeThrough(new CompressionStream(format));
  return new Uint8Array(await new Response(packed).arrayBuffer());
}

/** A box of MP4 or AVIF; `size` may lie. */
export function box(type: string, content: Uint8Array, size = content.byteLength + 8): Uint8Array<ArrayBuffer> {
  return bytes(uint(size, 4), Buffer.from(type, 'latin1'), content);
}

/** An element of Matroska with a size of eight bytes. */
export function element(id: number, ...parts: Part[]): Uint8Array<ArrayBuffer> {
  const content = bytes(...parts);
  const width = id > 0xff_ff_ff ? 4 : id > 0xff_ff ? 3 : id > 0xff ? 2 : 1;
  return bytes(uint(id, width), [0x01], uint(content.byteLength, 7), content);
}
