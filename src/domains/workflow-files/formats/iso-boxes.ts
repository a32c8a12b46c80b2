import { ReadStop, uint64, type ByteReader } from '../byte-reader';
import { latin1 } from '../decode-text';

/** A box of the ISO base media file format (ISO 14496-12, 4.2): MP4, MOV, AVIF, HEIF. */
export interface Box {
  type: string;
  /** Position of its content. */
  start: number;
  end: number;
}

const HEADER_BYTES = 8;

/** The boxes of a range, by their headers alone. A box that exceeds its container is cut off at the container's end. */
export async function* boxesIn(bytes: ByteReader, from: number, end: number): AsyncGenerator<Box> {
  for (let at = from; at + HEADER_BYTES <= end;) {
    bytes.countPart();
    const header = await bytes.view(at, HEADER_BYTES);
    const type = latin1(new Uint8Array(header.buffer, header.byteOffset + 4, 4));
    let size = header.getUint32(0);
    let start = at + HEADER_BYTES;
    if (size === 1) {
      size = uint64(await bytes.view(start, 8), 0);
      start += 8;
    }
    // 0: to the end of the file.
    const boxEnd = size === 0 ? end : at + size;
    if (boxEnd < start) throw new ReadStop('broken');
    yield { type, start, end: Math.min(boxEnd, end) };
    if (boxEnd > end) throw new ReadStop('truncated');
    at = boxEnd;
  }
}

/** Returns the first boxes of these types; absent ones are missing from the result. */
export async function findBoxes(
  bytes: ByteReader,
  { start, end }: Pick<Box, 'start' | 'end'>,
  types: readonly string[],
): Promise<Map<string, Box>> {
  const found = new Map<string, Box>();
  for await (const box of boxesIn(bytes, start, end)) {
    if (types.includes(box.type) && !found.has(box.type)) found.set(box.type, box);
    if (found.size === types.length) break;
  }
  return found;
}

/** Where the children of a `meta` box begin: QuickTime's has no version field. */
export async function metaChildren(bytes: ByteReader, { start, end }: Box): Promise<Pick<Box, 'start' | 'end'>> {
  const peek = await bytes.peek(start, 8);
  return { start: latin1(peek.subarray(4, 8)) === 'hdlr' ? start : start + 4, end };
}
