import { ByteReader } from '../byte-reader';
import { decodeText, decodeUtf16, latin1 } from '../decode-text';
import type { TextCollector } from '../embedded-texts';
import { inflate } from '../inflate';

/** Reads the texts of an ID3v2 tag, in which MP3 files store them: named texts (`TXXX`), comments (`COMM`) and plain text frames. */

const HEADER_BYTES = 10;
const UNSYNCHRONIZED = 0x80;
const EXTENDED = 0x40;

/** Returns the position behind the tag; `from` if there is none. */
export async function readId3(bytes: ByteReader, from: number, found: TextCollector): Promise<number> {
  const header = await bytes.read(from, HEADER_BYTES);
  if (latin1(header.subarray(0, 3)) !== 'ID3') return from;
  const [version = 0, , flags = 0] = header.subarray(3);
  const end = from + HEADER_BYTES + synchsafe(header.subarray(6));
  if ((flags & UNSYNCHRONIZED) !== 0 && version < 4) {
    await readUnsynchronized(bytes, from, end, found);
    return end;
  }
  let at = from + HEADER_BYTES;
  if ((flags & EXTENDED) !== 0 && version > 2) {
    const size = await bytes.read(at, 4);
    at += version === 4 ? synchsafe(size) : 4 + uint(size);
  }
  while (at + 6 < Math.min(end, bytes.size)) {
    bytes.countPart();
    const next = await readFrame(bytes, at, end, version, found);
    if (next === null) break;
    at = next;
  }
  return end;
}

/** Before version 4 the sizes of frames count bytes that the file does not have as they are. */
async function readUnsynchronized(bytes: ByteReader, from: number, end: number, found: TextCollector): Promise<void> {
  if (!found.accepts('ID3', end - from)) return;
  const tag = await bytes.peek(from, end - from);
  const header = tag.slice(0, HEADER_BYTES);
  header[5] = (header[5] ?? 0) & ~UNSYNCHRONIZED;
  const whole = new Blob([header, resynchronized(tag.subarray(HEADER_BYTES))]);
  await readId3(new ByteReader(whole, bytes.limits), 0, found);
}

/** Returns the position of the next frame; `null` in the padding. */
async function readFrame(
  bytes: ByteReader,
  at: number,
  end: number,
  version: number,
  found: TextCollector,
): Promise<number | null> {
  const isShort = version === 2;
  const header = await bytes.peek(at, isShort ? 6 : HEADER_BYTES);
  const id = latin1(header.subarray(0, isShort ? 3 : 4));
  if (!/^[A-Z\d]{3,4}$/.test(id)) return null;
  const sizeBytes = header.subarray(isShort ? 3 : 4, isShort ? 6 : 8);
  const size = version === 4 ? synchsafe(sizeBytes) : uint(sizeBytes);
  const start = at + header.byteLength;
  const next = start + size;
  const isText = id.startsWith('T') || id.startsWith('COM');
  if (next > end || size === 0) return null;
  if (!isText || !found.accepts(id, size)) return next;
  const flags = isShort ? 0 : (header[9] ?? 0);
  const content = await frameContent(await bytes.read(start, size), version, flags, bytes, found);
  if (content) readText(id, content, found);
  return next;
}

/** Undoes what the flags of a frame say; `null` if it is encrypted or broken. */
async function frameContent(
  stored: Uint8Array<ArrayBuffer>,
  version: number,
  flags: number,
  { limits }: ByteReader,
  { budget }: TextCollector,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const isNew = version > 3;
  const isCompressed = (flags & (isNew ? 0x08 : 0x80)) !== 0;
  const isEncrypted = (flags & (isNew ? 0x04 : 0x40)) !== 0;
  if (isEncrypted) return null;
  const isGrouped = (flags & (isNew ? 0x40 : 0x20)) !== 0;
  const hasLength = isNew ? (flags & 0x01) !== 0 : isCompressed;
  const whole = isNew && (flags & 0x02) !== 0 ? resynchronized(stored) : stored;
  const content = whole.subarray((isGrouped ? 1 : 0) + (hasLength ? 4 : 0));
  if (!isCompressed) return content;
  const inflated = await inflate(content, 'deflate', limits.maxTextBytes, budget);
  return inflated.ok ? inflated.bytes : null;
}

function readText(id: string, content: Uint8Array<ArrayBuffer>, found: TextCollector): void {
  const encoding = content[0] ?? 0;
  const isComment = id.startsWith('COM');
  // A comment begins with three letters of its language.
  const text = decodeFrame(encoding, content.subarray(isComment ? 4 : 1));
  if (!isComment && !/^TXXX?$/.test(id)) {
    // Some writers name the graph inside a plain text frame: `prompt`, NUL, text.
    const [name = '', value] = text.split('\0', 2);
    if (value) found.add(name, value);
    else found.add(id, text);
    return;
  }
  const nameEnd = text.indexOf('\0');
  const name = nameEnd < 0 ? '' : text.slice(0, nameEnd).replace('\uFEFF', '');
  const value = text.slice(nameEnd + 1).replace(/^\uFEFF/, '');
  found.add(name === '' ? (isComment ? 'Comment' : id) : name, value);
}

/** 0: Latin-1, in which many store UTF-8; 1: UTF-16 with a mark; 2: UTF-16BE; 3: UTF-8. */
function decodeFrame(encoding: number, content: Uint8Array): string {
  return encoding === 1 || encoding === 2 ? decodeUtf16(content, encoding === 1) : decodeText(content);
}

/** Removes the zero behind each 0xff, which keeps players from taking it for audio. */
function resynchronized(stored: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  return stored.filter((byte, index) => !(byte === 0 && stored[index - 1] === 0xff));
}

function synchsafe(bytes: Uint8Array): number {
  return bytes.subarray(0, 4).reduce((sum, byte) => sum * 128 + (byte & 0x7f), 0);
}

function uint(bytes: Uint8Array): number {
  return bytes.reduce((sum, byte) => sum * 256 + byte, 0);
}
