/**
 * Text chunks of a PNG (PNG specification 11.3.3), where ComfyUI keeps the graph. Only chunk headers and the wanted text
 * are read: no pixel data, no checksums (editors that rewrite a chunk often leave them wrong), and every length is
 * taken for a lie until the file has that many bytes.
 */

export interface PngLimits {
  maxChunks: number;
  /** Of one text chunk, as it stands and after inflating. */
  maxTextBytes: number;
}

export const PNG_LIMITS: PngLimits = { maxChunks: 200_000, maxTextBytes: 32 * 1024 * 1024 };

export interface PngText {
  /** In the order of the file. */
  texts: { keyword: string; text: string }[];
  /** Of all text chunks, wanted or not: what is there when the wanted ones are missing. */
  keywords: string[];
  /** Why reading stopped before the end of the picture; null at `IEND`. */
  stoppedBy: 'truncated' | 'too_many_chunks' | null;
  /** Wanted texts that could not be taken. */
  skipped: { keyword: string; why: 'too_large' | 'broken' }[];
}

export const PNG_SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] as const;

const HEADER_BYTES = 8;
const CHECKSUM_BYTES = 4;
const MAX_KEYWORD_BYTES = 79;
/** Enough for the keyword and the language tags of `iTXt`. */
const PEEK_BYTES = 512;
const WINDOW_BYTES = 64 * 1024;
const TEXT_TYPES = new Set(['tEXt', 'zTXt', 'iTXt']);

/** @param wanted keywords in lower case; keywords of the file are compared without case. */
export async function readPngText(
  file: Blob,
  wanted: ReadonlySet<string>,
  limits: PngLimits = PNG_LIMITS,
): Promise<PngText> {
  const found: PngText = { texts: [], keywords: [], stoppedBy: null, skipped: [] };
  const bytes = new Window(file);
  let at: number = PNG_SIGNATURE.length;
  for (let count = 0; ; count += 1) {
    if (count >= limits.maxChunks) return { ...found, stoppedBy: 'too_many_chunks' };
    const header = await bytes.read(at, HEADER_BYTES);
    if (header.byteLength < HEADER_BYTES) return { ...found, stoppedBy: 'truncated' };
    const length = new DataView(header.buffer, header.byteOffset).getUint32(0);
    const type = latin1(header.subarray(4));
    const start = at + HEADER_BYTES;
    if (type === 'IEND') return found;
    if (start + length > file.size) return { ...found, stoppedBy: 'truncated' };
    if (TEXT_TYPES.has(type)) await takeText(bytes, type, start, length, wanted, limits, found);
    at = start + length + CHECKSUM_BYTES;
  }
}

async function takeText(
  bytes: Window,
  type: string,
  start: number,
  length: number,
  wanted: ReadonlySet<string>,
  limits: PngLimits,
  found: PngText,
): Promise<void> {
  const peek = await bytes.read(start, Math.min(length, PEEK_BYTES));
  // Bounded: a chunk without its NUL would otherwise be searched to its end.
  const keywordEnd = peek.subarray(0, MAX_KEYWORD_BYTES + 1).indexOf(0);
  if (keywordEnd <= 0) return;
  const keyword = latin1(peek.subarray(0, keywordEnd));
  found.keywords.push(keyword);
  if (!wanted.has(keyword.toLowerCase())) return;
  if (length > limits.maxTextBytes) {
    found.skipped.push({ keyword, why: 'too_large' });
    return;
  }
  const content = await bytes.read(start + keywordEnd + 1, length - keywordEnd - 1);
  const text = await decode(type, content, limits.maxTextBytes);
  if (typeof text === 'string') found.texts.push({ keyword, text });
  else found.skipped.push({ keyword, ...text });
}

type Unreadable = { why: 'too_large' | 'broken' };

async function decode(type: string, content: Uint8Array<ArrayBuffer>, maxBytes: number): Promise<string | Unreadable> {
  if (type === 'tEXt') return anyText(content);
  if (type === 'zTXt') {
    if (content[0] !== 0) return { why: 'broken' };
    const inflated = await inflate(content.subarray(1), maxBytes);
    return inflated instanceof Uint8Array ? anyText(inflated) : inflated;
  }
  // iTXt: compression flag, method, language tag NUL, translated keyword NUL, UTF-8 text.
  const isCompressed = content[0] === 1;
  const languageEnd = content.indexOf(0, 2);
  const translatedEnd = languageEnd < 0 ? -1 : content.indexOf(0, languageEnd + 1);
  if (translatedEnd < 0) return { why: 'broken' };
  const body = content.subarray(translatedEnd + 1);
  if (!isCompressed) return anyText(body);
  const inflated = await inflate(body, maxBytes);
  return inflated instanceof Uint8Array ? anyText(inflated) : inflated;
}

/** The specification says Latin-1 for `tEXt`; writers in the field put UTF-8 there. */
function anyText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Stops as soon as more than `maxBytes` came out: a small chunk can hold gigabytes of zeroes. */
async function inflate(bytes: Uint8Array<ArrayBuffer>, maxBytes: number): Promise<Uint8Array | Unreadable> {
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate')).getReader();
  const parts: Uint8Array[] = [];
  let size = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      size += value.byteLength;
      if (size > maxBytes) {
        await reader.cancel();
        return { why: 'too_large' };
      }
      parts.push(value);
    }
  } catch {
    return { why: 'broken' };
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.byteLength;
  }
  return whole;
}

function latin1(bytes: Uint8Array): string {
  return String.fromCodePoint(...bytes);
}

/** Reads of a few bytes each come out of one larger read: a file can have thousands of small chunks. */
class Window {
  readonly file: Blob;
  private start = 0;
  private held: Uint8Array<ArrayBuffer> = new Uint8Array(0);
  constructor(file: Blob) {
    this.file = file;
  }

  /** Fewer bytes than asked for at the end of the file. */
  async read(at: number, length: number): Promise<Uint8Array<ArrayBuffer>> {
    const isHeld = at >= this.start && at + length <= this.start + this.held.byteLength;
    if (!isHeld) {
      const size = Math.max(length, WINDOW_BYTES);
      this.held = new Uint8Array(await this.file.slice(at, at + size).arrayBuffer());
      this.start = at;
    }
    return this.held.subarray(at - this.start, at - this.start + length);
  }
}
