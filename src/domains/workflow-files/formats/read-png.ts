import type { ByteReader, UnpackBudget } from '../byte-reader';
import { decodeText, latin1 } from '../decode-text';
import { isWantedKey, type SkippedText, type TextCollector } from '../embedded-texts';
import { inflate } from '../inflate';
import { readExif } from './read-exif';
import { readXmp } from './read-xmp';

/**
 * Reads the text chunks of a PNG (PNG specification 11.3.3), where ComfyUI stores the graph. Only chunk headers and the wanted text
 * are read: no pixel data, and no checksums, because editors that rewrite a chunk often leave them wrong. No length is trusted
 * until the file is known to have that many bytes.
 */

export const PNG_SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] as const;

const HEADER_BYTES = 8;
const CHECKSUM_BYTES = 4;
const MAX_KEYWORD_BYTES = 79;
/** Limit of a compressed text whose name says nothing about a workflow: few writers use another name, and not for a large one. */
const MAX_UNNAMED_BYTES = 4 * 1024 * 1024;
/** `comf`: written by ComfyUI into animated images, with the layout of `tEXt`. */
const TEXT_TYPES = new Set(['tEXt', 'zTXt', 'iTXt', 'comf']);
const XMP_KEYWORD = 'XML:com.adobe.xmp';

export async function readPng(bytes: ByteReader, found: TextCollector): Promise<void> {
  let at: number = PNG_SIGNATURE.length;
  for (;;) {
    bytes.countPart();
    const header = await bytes.view(at, HEADER_BYTES);
    const length = header.getUint32(0);
    const type = latin1(new Uint8Array(header.buffer, header.byteOffset + 4, 4));
    const start = at + HEADER_BYTES;
    const chunkBytes = HEADER_BYTES + length + CHECKSUM_BYTES;
    // Where writers put the texts first, none follow; the pixels of a large image would take longer than all else.
    if (type === 'IEND' || (type === 'IDAT' && found.texts.prompt.length > 0)) return;
    if (TEXT_TYPES.has(type)) await readText(bytes, type, start, length, found);
    if (type === 'eXIf' && found.accepts('Exif', length)) readExif(await bytes.read(start, length), found);
    at += type === 'IDAT' ? chunkBytes * (await countAlike(bytes, at, chunkBytes)) : chunkBytes;
  }
}

/**
 * Counts the chunks of pixels with the same header, from the one at a position. Writers split the pixels into chunks of one size, and
 * nothing else is between them (PNG specification 5.6): another header like this one at a multiple of the size is one of them, so
 * doubling the distance skips the headers, and with them nearly all of the file.
 */
async function countAlike(bytes: ByteReader, at: number, chunkBytes: number): Promise<number> {
  const header = latin1(await bytes.read(at, HEADER_BYTES));
  const isAlike = async (distance: number) => {
    bytes.countPart();
    return latin1(await bytes.peekAfterJump(at + distance * chunkBytes, HEADER_BYTES)) === header;
  };
  let count = 1;
  let step = 1;
  while (await isAlike(count - 1 + step)) {
    count += step;
    step *= 2;
  }
  for (step /= 2; step >= 1; step /= 2) if (await isAlike(count - 1 + step)) count += step;
  return count;
}

async function readText(
  bytes: ByteReader,
  type: string,
  start: number,
  length: number,
  found: TextCollector,
): Promise<void> {
  const peek = await bytes.peek(start, Math.min(length, MAX_KEYWORD_BYTES + 1));
  // Bounded: a chunk without its NUL would otherwise be searched to its end.
  const keywordEnd = peek.indexOf(0);
  if (keywordEnd <= 0) return;
  const keyword = latin1(peek.subarray(0, keywordEnd));
  found.addKey(keyword);
  if (!found.accepts(keyword, length)) return;
  const content = await bytes.read(start + keywordEnd + 1, length - keywordEnd - 1);
  const { maxTextBytes } = bytes.limits;
  const maxBytes = isNamed(keyword) ? maxTextBytes : Math.min(maxTextBytes, MAX_UNNAMED_BYTES);
  const text = await decode(type, content, maxBytes, found.budget);
  if (typeof text !== 'string') {
    if (isWantedKey(keyword)) found.skip(keyword, text.why);
  } else if (keyword === XMP_KEYWORD) readXmp(text, found);
  else found.add(keyword, text);
}

function isNamed(keyword: string): boolean {
  return isWantedKey(keyword) || keyword === XMP_KEYWORD;
}

type Unreadable = Pick<SkippedText, 'why'>;

async function decode(
  type: string,
  content: Uint8Array<ArrayBuffer>,
  maxBytes: number,
  budget: UnpackBudget,
): Promise<string | Unreadable> {
  if (type === 'zTXt') {
    return content[0] === 0 ? inflateText(content.subarray(1), maxBytes, budget) : { why: 'broken' };
  }
  if (type !== 'iTXt') return decodeText(content);
  // iTXt: compression flag, method, language tag NUL, translated keyword NUL, UTF-8 text.
  const languageEnd = content.indexOf(0, 2);
  const translatedEnd = languageEnd < 0 ? -1 : content.indexOf(0, languageEnd + 1);
  if (translatedEnd < 0) return { why: 'broken' };
  const body = content.subarray(translatedEnd + 1);
  return content[0] === 1 ? inflateText(body, maxBytes, budget) : decodeText(body);
}

async function inflateText(
  packed: Uint8Array<ArrayBuffer>,
  maxBytes: number,
  budget: UnpackBudget,
): Promise<string | Unreadable> {
  const inflated = await inflate(packed, 'deflate', maxBytes, budget);
  return inflated.ok ? decodeText(inflated.bytes) : inflated;
}
