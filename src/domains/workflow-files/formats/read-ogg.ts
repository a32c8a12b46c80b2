import { ReadStop, type ByteReader } from '../byte-reader';
import { latin1 } from '../decode-text';
import type { TextCollector } from '../embedded-texts';
import { readVorbisComments } from './vorbis-comments';

/** Reads the comments of Ogg (RFC 3533): the second packet of each stream, which may span pages. */

const HEADER_BYTES = 27;
const MAX_STREAMS = 16;
const BEGINS_STREAM = 2;

interface Stream {
  packets: number;
  parts: Uint8Array[];
  size: number;
}

export async function readOgg(bytes: ByteReader, found: TextCollector): Promise<void> {
  const streams = new Map<number, Stream>();
  const done = new Set<number>();
  for (let at = 0; at < bytes.size;) {
    bytes.countPart();
    const header = await bytes.view(at, HEADER_BYTES);
    if (latin1(new Uint8Array(header.buffer, header.byteOffset, 4)) !== 'OggS') throw new ReadStop('broken');
    const serial = header.getUint32(14, true);
    const beginsStream = (header.getUint8(5) & BEGINS_STREAM) !== 0;
    const lacing = (await bytes.read(at + HEADER_BYTES, header.getUint8(26))).slice();
    const start = at + HEADER_BYTES + lacing.byteLength;
    const length = lacing.reduce((sum, size) => sum + size, 0);
    if (beginsStream && streams.size < MAX_STREAMS) streams.set(serial, { packets: 0, parts: [], size: 0 });
    const stream = streams.get(serial);
    if (stream && !done.has(serial)) {
      const page = (await bytes.read(start, length)).slice();
      if (takePage(stream, lacing, page, bytes.limits.maxTextBytes, found)) done.add(serial);
    }
    // All streams begin before any of them continues.
    if (!beginsStream && done.size === streams.size) return;
    at = start + length;
  }
}

/** Collects the packets of a page; returns true once the comments are read. */
function takePage(
  stream: Stream,
  lacing: Uint8Array,
  page: Uint8Array<ArrayBuffer>,
  maxBytes: number,
  found: TextCollector,
): boolean {
  let at = 0;
  for (const size of lacing) {
    if (stream.packets === 1) {
      stream.parts.push(page.subarray(at, at + size));
      stream.size += size;
      if (stream.size > maxBytes) throw new ReadStop('too_many_bytes');
    }
    at += size;
    // A piece of 255 bytes is continued.
    if (size === 255) continue;
    stream.packets += 1;
    if (stream.packets === 2) {
      readCommentPacket(joined(stream), found);
      return true;
    }
  }
  return false;
}

function readCommentPacket(packet: Uint8Array<ArrayBuffer>, found: TextCollector): void {
  const head = latin1(packet.subarray(0, 8));
  if (head === 'OpusTags') readVorbisComments(packet.subarray(8), found);
  else if (head.startsWith('\u0003vorbis') || head.startsWith('\u0081theora')) {
    readVorbisComments(packet.subarray(7), found);
  } else if ((packet[0] ?? 0) % 128 === 4) {
    // FLAC in Ogg: a metadata block with its header.
    readVorbisComments(packet.subarray(4), found);
  }
}

function joined({ parts, size }: Stream): Uint8Array<ArrayBuffer> {
  const packet = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    packet.set(part, at);
    at += part.byteLength;
  }
  return packet;
}
