import { ReadStop, type ByteReader } from '../byte-reader';
import { decodeText } from '../decode-text';
import type { TextCollector } from '../embedded-texts';

/**
 * Reads the tags of WebM and Matroska (RFC 9559). `SeekHead` says where they are, before or after the media data; without it,
 * clusters are skipped by their size.
 */

const SEGMENT = 0x18_53_80_67;
const SEEK_HEAD = 0x11_4d_9b_74;
const SEEK = 0x4d_bb;
const SEEK_ID = 0x53_ab;
const SEEK_POSITION = 0x53_ac;
const CLUSTER = 0x1f_43_b6_75;
const TAGS = 0x12_54_c3_67;
const TAG = 0x73_73;
const SIMPLE_TAG = 0x67_c8;
const TAG_NAME = 0x45_a3;
const TAG_STRING = 0x44_87;

const MAX_HEADER_BYTES = 12;
const MAX_NAME_BYTES = 1024;
/** Simple tags may contain others. */
const MAX_TAG_DEPTH = 4;

interface Element {
  id: number;
  start: number;
  end: number;
  /** Its size is not in the file, as in a live recording: it ends where an element of its parent begins. */
  isOpen: boolean;
}

export async function readMatroska(bytes: ByteReader, found: TextCollector): Promise<void> {
  for await (const element of elementsIn(bytes, 0, bytes.size)) {
    if (element.id === SEGMENT) return readSegment(bytes, element, found);
  }
}

async function readSegment(bytes: ByteReader, segment: Element, found: TextCollector): Promise<void> {
  const tagPositions: number[] = [];
  for await (const element of elementsIn(bytes, segment.start, segment.end)) {
    if (element.id === SEEK_HEAD) {
      for (const [id, position] of await readSeekHead(bytes, element)) {
        if (id === TAGS) tagPositions.push(segment.start + position);
      }
    } else if (element.id === TAGS) await readTags(bytes, element, found, 0);
    else if (element.id === CLUSTER && tagPositions.length > 0) {
      return readTagsAt(
        bytes,
        tagPositions.filter((position) => position >= element.start),
        segment.end,
        found,
      );
    }
  }
}

async function readTagsAt(
  bytes: ByteReader,
  positions: readonly number[],
  end: number,
  found: TextCollector,
): Promise<void> {
  for (const position of positions) {
    const element = await readElement(bytes, position, end);
    if (element?.id === TAGS) await readTags(bytes, element, found, 0);
  }
}

async function readSeekHead(bytes: ByteReader, head: Element): Promise<[id: number, position: number][]> {
  const entries: [number, number][] = [];
  for await (const seek of elementsIn(bytes, head.start, head.end)) {
    if (seek.id !== SEEK) continue;
    let id = 0;
    let position = 0;
    for await (const field of elementsIn(bytes, seek.start, seek.end)) {
      const value = field.end - field.start <= 8 ? unsigned(await bytes.read(field.start, field.end - field.start)) : 0;
      if (field.id === SEEK_ID) id = value;
      else if (field.id === SEEK_POSITION) position = value;
    }
    entries.push([id, position]);
  }
  return entries;
}

async function readTags(bytes: ByteReader, parent: Element, found: TextCollector, depth: number): Promise<void> {
  for await (const element of elementsIn(bytes, parent.start, parent.end)) {
    if (element.id === TAG) await readTags(bytes, element, found, depth);
    else if (element.id === SIMPLE_TAG && depth < MAX_TAG_DEPTH) await readSimpleTag(bytes, element, found, depth);
  }
}

async function readSimpleTag(bytes: ByteReader, tag: Element, found: TextCollector, depth: number): Promise<void> {
  let name = '';
  for await (const field of elementsIn(bytes, tag.start, tag.end)) {
    const length = field.end - field.start;
    if (field.id === TAG_NAME) name = decodeText(await bytes.read(field.start, Math.min(length, MAX_NAME_BYTES)));
    else if (field.id === TAG_STRING && found.accepts(name, length)) {
      found.add(name, decodeText(await bytes.read(field.start, length)));
    }
  }
  await readTags(bytes, tag, found, depth + 1);
}

async function* elementsIn(bytes: ByteReader, from: number, end: number): AsyncGenerator<Element> {
  for (let at = from; at + 2 <= end;) {
    const element = await readElement(bytes, at, end);
    if (!element) return;
    yield element;
    // The children of an open element are walked as if they were its siblings.
    at = element.isOpen && element.id !== SEGMENT ? element.start : element.end;
  }
}

async function readElement(bytes: ByteReader, at: number, end: number): Promise<Element | null> {
  bytes.countPart();
  const header = await bytes.peek(at, MAX_HEADER_BYTES);
  const idLength = vintLength(header[0] ?? 0);
  const sizeLength = vintLength(header[idLength] ?? 0);
  if (idLength > 4 || sizeLength > 8 || idLength + sizeLength > header.byteLength) throw new ReadStop('broken');
  const sizeBytes = header.slice(idLength, idLength + sizeLength);
  const first = sizeBytes[0] ?? 0;
  sizeBytes[0] = first & (0xff >> sizeLength);
  const isOpen = first === 0xff >> (sizeLength - 1) && sizeBytes.subarray(1).every((byte) => byte === 0xff);
  const start = at + idLength + sizeLength;
  const size = unsigned(sizeBytes);
  if (!isOpen && start + size > end && start + size > bytes.size) {
    // A recording that was cut off: what its header lists may still be there.
    return { id: unsigned(header.subarray(0, idLength)), start, end, isOpen: false };
  }
  return { id: unsigned(header.subarray(0, idLength)), start, end: isOpen ? end : Math.min(start + size, end), isOpen };
}

/** Length of a number, which is the position of its first set bit. */
function vintLength(first: number): number {
  return Math.clz32(first) - 23;
}

function unsigned(bytes: Uint8Array): number {
  return bytes.reduce((sum, byte) => sum * 256 + byte, 0);
}
