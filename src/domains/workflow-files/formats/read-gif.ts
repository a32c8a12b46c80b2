import { ReadStop, type ByteReader } from '../byte-reader';
import { decodeText, latin1 } from '../decode-text';
import type { TextCollector } from '../embedded-texts';
import { readXmp } from './read-xmp';

const HEADER_BYTES = 13;
const EXTENSION = 0x21;
const IMAGE = 0x2c;
const COMMENT = 0xfe;
const APPLICATION = 0xff;
/** Behind XMP: bytes that lead readers of sub-blocks to its end. */
const XMP_TRAILER_BYTES = 257;
/** Sub-blocks have 255 bytes at most: many are walked at once. */
const WALKED_BYTES = 64 * 1024;

/** Reads the comments of a GIF, and its XMP. Image data is skipped by sub-blocks, as there is no other way to its end. */
export async function readGif(bytes: ByteReader, found: TextCollector): Promise<void> {
  const header = await bytes.read(0, HEADER_BYTES);
  let at = HEADER_BYTES + colorTableBytes(header[10] ?? 0);
  for (;;) {
    bytes.countPart();
    const [kind = 0, label = 0] = await bytes.peek(at, 2);
    if (kind === IMAGE) {
      const image = await bytes.read(at, 10);
      // One byte is the code size of the compression.
      at = await skipSubBlocks(bytes, at + 10 + colorTableBytes(image[9] ?? 0) + 1);
    } else if (kind === EXTENSION) {
      const start = at + 2;
      if (label === COMMENT) at = await readComment(bytes, start, found);
      else if (label === APPLICATION && latin1(await bytes.peek(start + 1, 11)) === 'XMP DataXMP') {
        at = await skipSubBlocks(bytes, start);
        const length = at - XMP_TRAILER_BYTES - 1 - (start + 12);
        if (length > 0 && found.accepts('XMP', length)) {
          readXmp(decodeText(await bytes.read(start + 12, length)), found);
        }
      } else at = await skipSubBlocks(bytes, start);
    } else return;
  }
}

function colorTableBytes(flags: number): number {
  return (flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1);
}

/** Returns the position behind the terminator. */
async function skipSubBlocks(bytes: ByteReader, from: number): Promise<number> {
  let at = from;
  for (;;) {
    bytes.countPart();
    const blocks = await bytes.peek(at, WALKED_BYTES);
    if (blocks.byteLength === 0) throw new ReadStop('truncated');
    let next = 0;
    while (next < blocks.byteLength) {
      const length = blocks[next] ?? 0;
      next += 1 + length;
      if (length === 0) return at + next;
    }
    at += next;
  }
}

async function readComment(bytes: ByteReader, from: number, found: TextCollector): Promise<number> {
  const end = await skipSubBlocks(bytes, from);
  if (!found.accepts('Comment', end - from)) return end;
  const blocks = await bytes.read(from, end - from);
  const text = new Uint8Array(blocks.byteLength);
  let size = 0;
  for (let at = 0, length = blocks[0] ?? 0; length > 0; length = blocks[at] ?? 0) {
    text.set(blocks.subarray(at + 1, at + 1 + length), size);
    size += length;
    at += 1 + length;
  }
  found.add('Comment', decodeText(text.subarray(0, size)));
  return end;
}
